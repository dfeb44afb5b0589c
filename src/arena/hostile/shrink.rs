//! Reduces a conversation to the steps that its fault needs.
//!
//! CITE: delta debugging: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing
//! input", IEEE Transactions on Software Engineering 28(2), 2002, <https://doi.org/10.1109/32.988498>.

/// Reduces a list while it `fails`: removes halves first, then ever smaller parts, until nothing
/// can be removed or `fails` was called `most` times. The list itself fails.
pub(super) fn shrink<T: Clone>(
    mut list: Vec<T>,
    most: usize,
    mut fails: impl FnMut(&[T]) -> bool,
) -> Vec<T> {
    let mut asked = 0;
    let mut part = list.len().div_ceil(2);
    while part > 0 && !list.is_empty() {
        let mut from = 0;
        let mut is_shorter = false;
        while from < list.len() {
            if asked == most {
                return list;
            }
            asked += 1;
            let to = (from + part).min(list.len());
            let without = [&list[..from], &list[to..]].concat();
            if fails(&without) {
                list = without;
                is_shorter = true;
            } else {
                from = to;
            }
        }
        part = match (part, is_shorter) {
            (1, false) => 0,
            (1, true) => 1,
            _ => part.div_ceil(2),
        };
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_stays_in_its_order() {
        let list: Vec<u32> = (0..200).collect();
        let needs = |wanted: &'static [u32]| {
            move |list: &[u32]| wanted.iter().all(|each| list.contains(each))
        };
        assert_eq!(shrink(list.clone(), 1000, needs(&[3, 77, 199])), [3, 77, 199]);
        assert_eq!(shrink(list.clone(), 1000, needs(&[])), [0; 0]);
        assert_eq!(shrink(list.clone(), 1000, |list| list.len() >= 7).len(), 7);
        let mut asked = 0;
        let kept = shrink(list, 5, |_| {
            asked += 1;
            false
        });
        assert_eq!((kept.len(), asked), (200, 5));
    }
}
