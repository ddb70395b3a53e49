//! Vector instructions give the same numbers as scalar arithmetic.

use proptest::prelude::*;

use super::*;
use crate::board::legal_moves::LegalMove;

/// Weights from -127 to 127.
fn random_weights(seed: u64) -> impl FnMut() -> i8 {
    let mut state = seed | 1;
    move || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (((state >> 33) % 255) as i32 - 127) as i8
    }
}

/// Weights of a small network.
struct Weights {
    input: Vec<InputWeights>,
    second: SecondLayer,
    output: Vec<OutputWeights>,
}

impl Weights {
    fn random(seed: u64) -> Weights {
        let mut weight = random_weights(seed);
        Weights {
            input: (0..40).map(|_| InputWeights(std::array::from_fn(|_| weight()))).collect(),
            second: SecondLayer::new(
                &(0..SECOND_UNITS).map(|_| std::array::from_fn(|_| weight())).collect::<Vec<_>>(),
                std::array::from_fn(|j| 64 * j as i32 - 2048),
            ),
            output: (0..40).map(|_| OutputWeights(std::array::from_fn(|_| weight()))).collect(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn all_implementations_agree(
        seed: u64,
        added in prop::collection::vec(0u16..40, 0..40),
        removed in prop::collection::vec(0u16..40, 0..40),
        features in prop::collection::vec(0u16..40, 0..30),
        moves in prop::collection::vec((prop::array::uniform5(0u16..40), -1_000_000..1_000_000), 0..40),
    ) {
        let weights = Weights::random(seed);
        let mut scalar_sums = [0; UNITS];
        scalar::update(&mut scalar_sums, &weights.input, &added, &removed);
        let mut sums = [0; UNITS];
        update(&mut sums, &weights.input, &added, &removed);
        prop_assert_eq!(sums, scalar_sums);
        let first = scalar::first_layer(&sums, &weights.input, &features);
        prop_assert_eq!(first_layer(&sums, &weights.input, &features), first);
        let units = scalar::second_layer(&first, &weights.second);
        prop_assert_eq!(second_layer(&first, &weights.second), units);
        let candidate = |(features, fixed)| Candidate { m: LegalMove(0), features, fixed };
        let moves: Vec<_> = moves.into_iter().map(candidate).collect();
        let (mut expected, mut scores) = (vec![0; moves.len()], Vec::new());
        scalar::score(&units, &weights.output, &moves, &mut expected);
        score(&units, &weights.output, &moves, &mut scores);
        prop_assert_eq!(&scores, &expected);
        #[cfg(target_arch = "x86_64")]
        with_avx2(&weights, [&added, &removed, &features], &moves);
    }
}

proptest! {
    #[test]
    fn members_of_sets(sets in prop::collection::vec(prop_oneof![Just(0), Just(!0), Just(1 << 63), any::<u64>()], 0..56)) {
        let (mut list, mut expected) = ([0; 4096], [0; 4096]);
        let count = scalar::members(&sets, &mut expected);
        prop_assert_eq!(members(&sets, &mut list), count);
        prop_assert_eq!(&list[..count], &expected[..count]);
        prop_assert!(expected[..count].is_sorted());
        prop_assert_eq!(count as u32, sets.iter().map(|set| set.count_ones()).sum::<u32>());
    }
}

/// The same for AVX2, on processors that have AVX-512.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "needs AVX2, which is checked for at run time")]
fn with_avx2(weights: &Weights, [added, removed, features]: [&[u16]; 3], moves: &[Candidate]) {
    if !avx2::is_available() {
        return;
    }
    let (mut sums, mut scalar_sums) = ([0; UNITS], [0; UNITS]);
    scalar::update(&mut scalar_sums, &weights.input, added, removed);
    let first = scalar::first_layer(&scalar_sums, &weights.input, features);
    let second = scalar::second_layer(&first, &weights.second);
    let length = moves.len().next_multiple_of(8);
    let (mut scores, mut expected) = (vec![0; length], vec![0; length]);
    scalar::score(&second, &weights.output, moves, &mut expected);
    // SAFETY: the processor has AVX2.
    unsafe {
        avx2::update(&mut sums, &weights.input, added, removed);
        assert_eq!(avx2::first_layer(&scalar_sums, &weights.input, features), first);
        assert_eq!(avx2::second_layer(&first, &weights.second), second);
        avx2::score(&second, &weights.output, moves, &mut scores);
    }
    assert_eq!(sums, scalar_sums);
    assert_eq!(scores[..moves.len()], expected[..moves.len()]);
}
