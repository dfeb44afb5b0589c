//! The one trainer: passes over the positions of games, batch by batch, with falling steps.
//!
//! What is trained is a [`Model`]: the tables, the network or the policy. The result depends
//! neither on the number of threads nor on the machine: every batch is cut into the same parts,
//! whose gradients are added in order.
//!
//! CITE: I. Loshchilov, F. Hutter, "SGDR: stochastic gradient descent with warm restarts" (the
//! cosine), 2017, <https://arxiv.org/abs/1608.03983>.

use tengen_engine::util::parallel::numbered;
use tengen_engine::util::rng::Rng;

/// Parts of a batch, and the most threads that are of use.
const PARTS: usize = 4;
/// Training positions in the reported training loss.
const MEASURED: usize = 40_000;

/// How to train, for every model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingPlan {
    /// The initial learning rate; it falls to zero.
    pub rate: f32,
    /// Passes over all positions.
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// Seed of the first numbers and of the order.
    pub seed: u64,
    /// Threads; more than four do not help.
    pub threads: usize,
}

/// What a [`Trainer`] trains, with the positions that it learns from.
pub trait Model: Sync {
    /// The parameters in the form in which the gradients of a step use them.
    type Parameters: Sync;
    /// The gradient of a part of a batch.
    type Gradient: Send;
    /// How well the positions are predicted.
    type Loss: Copy;

    /// The numbers of the positions to learn from, or of those held out, in ascending order.
    fn positions(&self, held_out: bool) -> Vec<u32>;

    /// Puts the positions in the order of an epoch, counted from 0; `order` has that of the epoch
    /// before.
    fn shuffle(&mut self, order: &mut [u32], seed: u64, epoch: usize) {
        order.sort_unstable();
        Rng::stream(seed, epoch as u64 + 1).shuffle(order);
    }

    /// The learning rate once this share of the steps is done: it falls from `first` to zero, as a
    /// cosine unless the model says otherwise.
    fn rate(first: f32, done: f32) -> f32 {
        first * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done))
    }

    /// The parameters for a step once this share of the steps is done.
    fn parameters(&self, done: f32) -> Self::Parameters;

    /// The gradient of a part of a batch of `size` positions.
    fn gradient(&self, parameters: &Self::Parameters, part: &[u32], size: usize) -> Self::Gradient;

    /// The step with this number, from 1, by the gradients of the parts of its batch.
    fn step(&mut self, gradients: &[Self::Gradient], rate: f32, number: usize);

    /// The loss on these positions.
    fn loss(&self, positions: &[u32]) -> Self::Loss;

    /// The loss on the positions of the epoch that ends, of which `sample` is a part.
    fn learned(&mut self, sample: &[u32]) -> Self::Loss {
        self.loss(sample)
    }
}

/// The losses after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochLoss<L> {
    /// Counted from 1.
    pub epoch: usize,
    /// On training positions.
    pub learned: L,
    /// On positions held out.
    pub held_out: L,
}

/// How far a training has come.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingProgress<L> {
    /// Epochs done.
    pub epoch: usize,
    /// Steps done.
    pub step: usize,
    /// The losses after each epoch.
    pub history: Vec<EpochLoss<L>>,
}

/// A model in training.
#[derive(Debug)]
pub struct Trainer<M: Model> {
    pub model: M,
    /// How far the training has come.
    pub progress: TrainingProgress<M::Loss>,
    plan: TrainingPlan,
    order: Vec<u32>,
    held_out: Vec<u32>,
}

impl<M: Model> Trainer<M> {
    /// Before the first epoch.
    pub fn new(model: M, plan: TrainingPlan) -> Self {
        let (order, held_out) = (model.positions(false), model.positions(true));
        let progress = TrainingProgress { epoch: 0, step: 0, history: Vec::new() };
        Self { model, progress, plan, order, held_out }
    }

    /// Whether all epochs are done.
    pub fn is_done(&self) -> bool {
        self.progress.epoch >= self.plan.epochs
    }

    /// One pass over all positions; `on_step` is called with the share of it that is done.
    pub fn epoch(&mut self, on_step: impl Fn(f32)) -> EpochLoss<M::Loss> {
        self.model.shuffle(&mut self.order, self.plan.seed, self.progress.epoch);
        let batches = self.order.len().div_ceil(self.plan.batch);
        let steps = (self.plan.epochs * batches).max(1);
        for (number, batch) in self.order.chunks(self.plan.batch).enumerate() {
            let done = self.progress.step as f32 / steps as f32;
            let (model, parameters) = (&self.model, self.model.parameters(done));
            let part = |part: &[u32]| model.gradient(&parameters, part, batch.len());
            let gradients = of_parts(batch, self.plan.threads, part);
            self.progress.step += 1;
            self.model.step(&gradients, M::rate(self.plan.rate, done), self.progress.step);
            on_step((number + 1) as f32 / batches as f32);
        }
        self.progress.epoch += 1;
        let sample = &self.order[..self.order.len().min(MEASURED)];
        let losses = EpochLoss {
            epoch: self.progress.epoch,
            learned: self.model.learned(sample),
            held_out: self.model.loss(&self.held_out),
        };
        self.progress.history.push(losses);
        losses
    }

    /// The positions to learn from, in the order of the last epoch.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The positions held out.
    pub fn held_out(&self) -> &[u32] {
        &self.held_out
    }
}

/// The numbers of the positions on one side of the split, for [`Model::positions`].
pub(crate) fn numbers<T>(samples: &[T], wanted: impl Fn(&T) -> bool) -> Vec<u32> {
    (0..samples.len() as u32).filter(|&index| wanted(&samples[index as usize])).collect()
}

/// The results for the parts of a batch, in order. A batch is cut into the same parts with any
/// number of threads, so a sum of the results does not depend on it.
fn of_parts<T: Sync, O: Send>(
    batch: &[T],
    threads: usize,
    part: impl Fn(&[T]) -> O + Sync,
) -> Vec<O> {
    let parts: Vec<&[T]> = batch.chunks(batch.len().div_ceil(PARTS)).collect();
    numbered(threads.min(PARTS), || |number: usize| parts.get(number).map(|&of| part(of)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_same_with_any_number_of_threads() {
        let batch: Vec<u32> = (0..10).collect();
        for threads in [1, 3, 9] {
            let parts = of_parts(&batch, threads, <[u32]>::to_vec);
            assert_eq!(parts, [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7, 8], vec![9]]);
        }
    }

    /// The mean of numbers, learned by the slope of the squared distance. Numbers from 90 on are
    /// held out.
    struct Mean {
        numbers: Vec<f32>,
        mean: f32,
        orders: Vec<Vec<u32>>,
    }

    impl Model for Mean {
        type Parameters = f32;
        type Gradient = f32;
        type Loss = f32;

        fn positions(&self, held_out: bool) -> Vec<u32> {
            numbers(&self.numbers, |&number| (number >= 90.0) == held_out)
        }

        fn shuffle(&mut self, order: &mut [u32], seed: u64, epoch: usize) {
            order.sort_unstable();
            Rng::stream(seed, epoch as u64 + 1).shuffle(order);
            self.orders.push(order.to_vec());
        }

        fn parameters(&self, _done: f32) -> f32 {
            self.mean
        }

        fn gradient(&self, mean: &f32, part: &[u32], size: usize) -> f32 {
            let slopes = part.iter().map(|&index| mean - self.numbers[index as usize]);
            slopes.sum::<f32>() / size as f32
        }

        fn step(&mut self, gradients: &[f32], rate: f32, _number: usize) {
            self.mean -= rate * gradients.iter().sum::<f32>();
        }

        fn loss(&self, positions: &[u32]) -> f32 {
            let of = |&index: &u32| (self.numbers[index as usize] - self.mean).powi(2);
            positions.iter().map(of).sum::<f32>() / positions.len() as f32
        }
    }

    fn trainer(threads: usize) -> Trainer<Mean> {
        let numbers = (0..100).map(|number| number as f32).collect();
        let plan = TrainingPlan { rate: 0.4, epochs: 12, batch: 9, seed: 3, threads };
        Trainer::new(Mean { numbers, mean: 0.0, orders: Vec::new() }, plan)
    }

    #[test]
    fn a_training_learns_what_is_not_held_out_with_any_number_of_threads() {
        let [mut one, mut three] = [1, 3].map(trainer);
        while !one.is_done() {
            one.epoch(|_| ());
            three.epoch(|_| ());
        }
        assert_eq!((one.model.mean, one.progress.step), (three.model.mean, 120));
        // The mean of 0 to 89 is 44.5.
        assert!((one.model.mean - 44.5).abs() < 2.0, "{}", one.model.mean);
        let (first, last) = (one.progress.history[0], one.progress.history[11]);
        assert_eq!((first.epoch, last.epoch), (1, 12));
        assert!(last.held_out > last.learned, "{last:?}");
    }

    #[test]
    fn a_training_that_is_continued_sees_the_orders_of_one_that_was_not_interrupted() {
        let mut whole = trainer(1);
        for _ in 0..5 {
            whole.epoch(|_| ());
        }
        let mut rest = trainer(1);
        rest.progress.epoch = 3;
        for _ in 0..2 {
            rest.epoch(|_| ());
        }
        assert_eq!(rest.model.orders, whole.model.orders[3..]);
        assert_ne!(whole.model.orders[0], whole.model.orders[1]);
    }

    #[test]
    fn the_rate_falls_to_zero() {
        assert_eq!(Mean::rate(0.5, 0.0), 0.5);
        assert!((Mean::rate(0.5, 0.5) - 0.25).abs() < 1e-6);
        assert!(Mean::rate(0.5, 1.0).abs() < 1e-6);
    }
}
