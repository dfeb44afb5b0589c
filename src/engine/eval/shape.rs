//! The shapes of a cell: its four line classes without their order. Values are learned per shape;
//! the board looks them up by code, which keeps part of the order.

use once_cell::sync::Lazy;

use crate::board::LineClass;
use crate::board::tables::{CODES, Code, code_of};

/// Number of shapes: four classes out of 14, with repetition.
pub const SHAPES: usize = 2380;

/// The lines of every shape, and the shape of every code.
#[derive(Debug)]
pub struct Shapes {
    lines: Vec<[LineClass; 4]>,
    of_code: Box<[u16]>,
}

impl Shapes {
    /// The table of shapes: combinations in ascending order, the weakest line first.
    pub fn table() -> &'static Shapes {
        static TABLE: Lazy<Shapes> = Lazy::new(Shapes::build);
        &TABLE
    }

    fn build() -> Self {
        let mut lines = Vec::with_capacity(SHAPES);
        let mut of_code = vec![0; CODES].into_boxed_slice();
        for (a, &first) in LineClass::ALL.iter().enumerate() {
            for (b, &second) in LineClass::ALL.iter().enumerate().skip(a) {
                for (c, &third) in LineClass::ALL.iter().enumerate().skip(b) {
                    for &fourth in &LineClass::ALL[c..] {
                        // The three ways to pair four lines, each pair in either place.
                        for [w, x, y, z] in [
                            [first, second, third, fourth],
                            [first, third, second, fourth],
                            [first, fourth, second, third],
                        ] {
                            of_code[code_of([w, x, y, z])] = lines.len() as u16;
                            of_code[code_of([y, z, w, x])] = lines.len() as u16;
                        }
                        lines.push([first, second, third, fourth]);
                    }
                }
            }
        }
        Self { lines, of_code }
    }

    /// The shape of a code; 0 for codes that no cell has.
    #[inline]
    pub fn of(&self, code: Code) -> usize {
        usize::from(self.of_code[code])
    }

    /// The lines of a shape, weak to strong.
    pub fn lines(&self, shape: usize) -> [LineClass; 4] {
        self.lines[shape]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_the_lines_is_one_shape() {
        let shapes = Shapes::table();
        assert_eq!(shapes.lines.len(), SHAPES);
        for a in LineClass::ALL {
            for b in LineClass::ALL {
                for c in LineClass::ALL {
                    for d in LineClass::ALL {
                        let mut sorted = [a, b, c, d];
                        sorted.sort_unstable();
                        assert_eq!(shapes.lines(shapes.of(code_of([a, b, c, d]))), sorted);
                    }
                }
            }
        }
        assert_eq!(shapes.of(0), 0);
    }
}
