//! The key of a position: the same for all its images under the symmetries of the board.
//!
//! | bytes | what |
//! |---|---|
//! | 1 | rule: its number, [`Rule::wire`] |
//! | 1, 1 | width, height |
//! | 1 | side to move: 0 black, 1 white |
//! | 2, 2 | number of black stones, of white stones, big-endian |
//! | 2 each | the points (column, row) of the black stones, the white stones, the blocked points, each group sorted |
//!
//! Of the images (eight on a square, four on a rectangle) the one with the smallest bytes is the
//! key. A key is exact: two positions have the same key only if one is an image of the other. The
//! order in which the stones were placed does not matter.
//!
//! Two other keys exist for a reason: that of the [format of Yixin and Rapfi](super::yxdb), which is
//! theirs, and that of proofs, where millions of positions share a rule and a board and a cell takes
//! two bytes.

use tengen_engine::board::{Position, Symmetry};
use tengen_engine::types::{BoardSize, Color, Coord, Rule, Stone};
use tengen_engine::util::rng;

/// The exact key of a position and its images.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(Vec<u8>);

/// A key, and how the position is turned into its canonical image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    pub key: Key,
    /// From the position to the canonical image.
    symmetry: Symmetry,
    size: BoardSize,
}

impl Canonical {
    /// The key of a position.
    pub fn of(position: &Position) -> Self {
        let size = position.size();
        let groups = Groups::of(position);
        let mut candidates = groups.candidates(size);
        let mut symmetry = candidates.next().unwrap_or(Symmetry::IDENTITY);
        let mut points = Vec::with_capacity(groups.points.len());
        groups.image(symmetry, size, &mut points);
        let mut image = Vec::new();
        for other in candidates {
            groups.image(other, size, &mut image);
            if image < points {
                std::mem::swap(&mut image, &mut points);
                symmetry = other;
            }
        }
        let counts = (groups.blacks, groups.whites);
        let mut bytes = Vec::with_capacity(Key::HEAD + 2 * points.len());
        bytes.extend(Key::head(position.rule(), size, position.to_move(), counts));
        bytes.extend(points.iter().flat_map(|point| point.to_be_bytes()));
        Self { key: Key(bytes), symmetry, size }
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// A point of the position as a point of the canonical image.
    pub fn image(&self, coord: Coord) -> Coord {
        self.symmetry.apply(coord, self.size)
    }

    /// A point of the canonical image as a point of the position.
    pub fn back(&self, coord: Coord) -> Coord {
        self.symmetry.inverse().apply(coord, self.size)
    }
}

/// The points of a position. Black stones first, then white ones, then blocked points.
struct Groups {
    points: Vec<Coord>,
    blacks: u16,
    whites: u16,
}

impl Groups {
    fn of(position: &Position) -> Self {
        let mut points = Vec::with_capacity(position.stones().len());
        let mut put = |wanted: Stone| {
            let stones = position.stones().iter().filter(|(_, stone)| *stone == wanted);
            points.extend(stones.map(|&(coord, _)| coord));
            points.len()
        };
        let blacks = put(Stone::Black);
        let whites = put(Stone::White) - blacks;
        put(Stone::Blocked);
        // A board has at most 181 times 181 points.
        Self { points, blacks: blacks as u16, whites: whites as u16 }
    }

    /// The symmetries that can give the smallest image: those whose image begins with the smallest
    /// point. Often there is only one, so few images are sorted.
    fn candidates(&self, size: BoardSize) -> impl Iterator<Item = Symmetry> {
        let counts = [self.blacks, self.whites].map(usize::from);
        let first = counts.into_iter().find(|&count| count > 0).unwrap_or(self.points.len());
        let mut least = [u16::MAX; 8];
        for &coord in &self.points[..first] {
            for (least, symmetry) in least.iter_mut().zip(Symmetry::all(size)) {
                *least = number(symmetry.apply(coord, size)).min(*least);
            }
        }
        let smallest = least.into_iter().min();
        let of = Symmetry::all(size).zip(least);
        of.filter(move |&(_, least)| Some(least) == smallest).map(|(symmetry, _)| symmetry)
    }

    /// The image of the points, each group sorted.
    fn image(&self, symmetry: Symmetry, size: BoardSize, image: &mut Vec<u16>) {
        image.clear();
        image.extend(self.points.iter().map(|&coord| number(symmetry.apply(coord, size))));
        let (blacks, whites) = (usize::from(self.blacks), usize::from(self.whites));
        let (black, rest) = image.split_at_mut(blacks);
        let (white, blocked) = rest.split_at_mut(whites);
        for group in [black, white, blocked] {
            group.sort_unstable();
        }
    }
}

/// A point as a number: the column times 256 plus the row.
const fn number(Coord { x, y }: Coord) -> u16 {
    u16::from_be_bytes([x, y])
}

impl Key {
    /// Bytes before the points.
    pub(super) const HEAD: usize = 8;

    /// The bytes before the points; `counts` are those of the black and the white stones.
    pub(super) fn head(
        rule: Rule,
        size: BoardSize,
        to_move: Color,
        counts: (u16, u16),
    ) -> [u8; Self::HEAD] {
        let ([a, b], [c, d]) = (counts.0.to_be_bytes(), counts.1.to_be_bytes());
        let (width, height) = (size.width(), size.height());
        [rule.wire() as u8, width, height, to_move.index() as u8, a, b, c, d]
    }

    /// The key at the start of bytes, and the rest; points that are blocked are not read. `None` if
    /// there is no key of a canonical image.
    pub(super) fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let &[_, _, _, _, a, b, c, d] = bytes.first_chunk::<{ Self::HEAD }>()?;
        let stones = u16::from_be_bytes([a, b]) as usize + u16::from_be_bytes([c, d]) as usize;
        let (key, rest) = bytes.split_at_checked(Self::HEAD + 2 * stones)?;
        let known = Canonical::of(&Self::position_of(key)?).key;
        (known.bytes() == key).then_some((known, rest))
    }

    /// The bytes, as they are stored.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The position that is its own canonical image; `None` if the bytes are not those of a key.
    pub fn position_of(bytes: &[u8]) -> Option<Position> {
        let (head, points) = bytes.split_at_checked(Self::HEAD)?;
        let (pairs, []) = points.as_chunks::<2>() else { return None };
        let &[rule, width, height, to_move, a, b, c, d] = head else { return None };
        let rule = Rule::numbered(rule.into())?;
        let size = BoardSize::new(width.into(), height.into()).ok()?;
        let to_move = *Color::BOTH.get(usize::from(to_move))?;
        let blacks = usize::from(u16::from_be_bytes([a, b]));
        let whites = usize::from(u16::from_be_bytes([c, d]));
        let (black, rest) = pairs.split_at_checked(blacks)?;
        let (white, blocked) = rest.split_at_checked(whites)?;
        let mut position = Position::new(rule, size);
        let mut put = |&[x, y]: &[u8; 2], stone| position.put(Coord::new(x, y), stone).ok();
        for point in blocked {
            put(point, Stone::Blocked)?;
        }
        // In turn as far as they go, so that the position can be written as a list of moves.
        for index in 0..blacks.max(whites) {
            black.get(index).map_or(Some(()), |point| put(point, Stone::Black))?;
            white.get(index).map_or(Some(()), |point| put(point, Stone::White))?;
        }
        position.set_to_move(to_move);
        Some(position)
    }

    /// 64 bits for sealed books, see [`hash`].
    pub fn hash(&self) -> u64 {
        hash(&self.0)
    }
}

/// A 64-bit hash of bytes: starting with their number, each group of eight (little-endian, the last
/// one padded with zeros) is mixed in by exclusive or and one step of SplitMix64.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    rng::hash(bytes.len() as u64, words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_engine::board::notation::parse_picture;
    use tengen_engine::util::rng::Rng;

    /// The image of a position, its stones in the same order.
    fn image(position: &Position, symmetry: Symmetry) -> Position {
        let size = position.size();
        let mut image = Position::new(position.rule(), size);
        for &(coord, stone) in position.stones() {
            image.put(symmetry.apply(coord, size), stone).unwrap();
        }
        image.set_to_move(position.to_move());
        image
    }

    /// The definition: of all images, drawn as a set of stones, the smallest.
    fn slow_key(position: &Position) -> Vec<(u8, Vec<Coord>)> {
        let images = Symmetry::all(position.size()).map(|symmetry| {
            let image = image(position, symmetry);
            let group = |wanted: Stone| {
                let mut points: Vec<Coord> = image
                    .stones()
                    .iter()
                    .filter(|(_, stone)| *stone == wanted)
                    .map(|&(coord, _)| coord)
                    .collect();
                points.sort_unstable();
                points
            };
            [Stone::Black, Stone::White, Stone::Blocked].map(|stone| (stone as u8, group(stone)))
        });
        images.min().unwrap().to_vec()
    }

    fn random_position(rng: &mut Rng) -> Position {
        let sizes = [(15, 15), (5, 5), (7, 6), (6, 9), (22, 22), (30, 30)];
        let &(width, height) = rng.choose(&sizes).unwrap();
        let rule = *rng.choose(&Rule::ALL).unwrap();
        let mut position = Position::new(rule, BoardSize::new(width, height).unwrap());
        for _ in 0..rng.below(20) {
            let empty: Vec<Coord> = position.empty_coords().collect();
            let coord = *rng.choose(&empty).unwrap();
            match rng.below(12) {
                0 => position.put(coord, Stone::Blocked).unwrap(),
                _ => position.play(coord).unwrap(),
            }
        }
        position.set_to_move(*rng.choose(&Color::BOTH).unwrap());
        position
    }

    #[test]
    fn all_images_have_one_key_which_is_the_smallest_by_definition() {
        let mut rng = Rng::new(11);
        for _ in 0..300 {
            let position = random_position(&mut rng);
            let canonical = Canonical::of(&position);
            for symmetry in Symmetry::all(position.size()) {
                let image = image(&position, symmetry);
                assert_eq!(Canonical::of(&image).key, canonical.key);
            }
            let decoded = Key::position_of(canonical.key.bytes()).unwrap();
            assert_eq!(slow_key(&decoded), slow_key(&position));
            let groups = slow_key(&position);
            let points = groups.iter().flat_map(|(_, points)| points);
            let points: Vec<u8> = points.flat_map(|coord| [coord.x, coord.y]).collect();
            assert_eq!(canonical.key.bytes()[Key::HEAD..], points);
            assert_eq!(decoded.to_move(), position.to_move());
            assert_eq!((decoded.rule(), decoded.size()), (position.rule(), position.size()));
            assert_eq!(Canonical::of(&decoded).key, canonical.key);
        }
    }

    #[test]
    fn points_go_to_the_canonical_image_and_come_back() {
        let mut rng = Rng::new(12);
        for _ in 0..100 {
            let position = random_position(&mut rng);
            let canonical = Canonical::of(&position);
            let decoded = Key::position_of(canonical.key.bytes()).unwrap();
            for coord in position.size().coords() {
                let there = canonical.image(coord);
                assert_eq!(decoded.stone_at(there), position.stone_at(coord));
                assert_eq!(canonical.back(there), coord);
            }
        }
    }

    #[test]
    fn what_is_not_an_image_has_another_key() {
        let one = "X O . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
        let position = parse_picture(Rule::Freestyle, one).unwrap();
        let key = |position: &Position| Canonical::of(position).key;
        let mut other = position.clone();
        other.set_to_move(Color::White);
        assert_ne!(key(&other), key(&position));
        other = position.clone();
        other.set_rule(Rule::Renju);
        assert_ne!(key(&other), key(&position));
        let swapped = parse_picture(Rule::Freestyle, &one.replace("X O", "O X")).unwrap();
        assert_ne!(key(&swapped), key(&position));
        let mirrored = parse_picture(Rule::Freestyle, &one.replace("X O . . .", ". . . O X"));
        assert_eq!(key(&mirrored.unwrap()), key(&position));
    }

    #[test]
    fn bytes_that_are_no_key_are_no_position() {
        let position =
            parse_picture(Rule::Renju, "X O # . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .");
        let key = Canonical::of(&position.unwrap()).key;
        let bytes = key.bytes();
        assert!(Key::position_of(bytes).is_some());
        assert!(Key::position_of(&bytes[..bytes.len() - 1]).is_none());
        assert!(Key::position_of(&[]).is_none());
        for (index, wrong) in [(0, 7), (1, 3), (3, 2), (4, 9), (7, 200), (8, 77)] {
            let mut bytes = bytes.to_vec();
            bytes[index] = wrong;
            assert!(Key::position_of(&bytes).is_none(), "byte {index}");
        }
        let doubled = [bytes, &bytes[Key::HEAD..Key::HEAD + 2]].concat();
        assert!(Key::position_of(&doubled).is_none());
    }

    #[test]
    fn hashes_never_change() {
        let empty = Position::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        assert_eq!(Canonical::of(&empty).key.hash(), HASH_OF_EMPTY);
    }

    /// Sealed books contain this hash, so it must not change.
    const HASH_OF_EMPTY: u64 = 3_380_343_638_815_925_472;
}
