//! Vector instructions give the same numbers as scalar arithmetic.

use proptest::prelude::*;

use super::{super::features::SQUARE_SETS, *};
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
        let mut expected = vec![0; moves.len()];
        let mut scores = Vec::new();
        scalar::score(&units, &weights.output, &moves, &mut expected);
        score(&units, &weights.output, &moves, &mut scores);
        prop_assert_eq!(&scores, &expected);
        #[cfg(target_arch = "x86_64")]
        with_avx2(&weights, [&added, &removed, &features], &moves);
    }
}

fn sets() -> impl Strategy<Value = SquareSets> {
    let set = prop_oneof![3 => Just(0), 1 => Just(!0), 1 => Just(1 << 63), 1 => any::<u64>()];
    prop::collection::vec(set, SQUARE_SETS).prop_map(|sets| sets.try_into().expect("as many sets"))
}

proptest! {
    #[test]
    fn differences_of_sets(before in sets(), after in sets()) {
        let mut added = [0; 4096];
        let mut removed = [0; 4096];
        let (gained, lost) = difference(&before, &after, &mut added, &mut removed);
        let mut expected_added = [0; 4096];
        let mut expected_removed = [0; 4096];
        let counts = scalar::difference(&before, &after, &mut expected_added, &mut expected_removed);
        prop_assert_eq!((gained, lost), counts);
        prop_assert_eq!(&added[..gained], &expected_added[..gained]);
        prop_assert_eq!(&removed[..lost], &expected_removed[..lost]);
        let mut changed = before;
        for feature in &added[..gained] {
            changed[usize::from(feature / 64)] |= 1 << (feature % 64);
        }
        for feature in &removed[..lost] {
            changed[usize::from(feature / 64)] ^= 1 << (feature % 64);
        }
        prop_assert_eq!(changed, after);
    }

    #[test]
    fn sums_of_frequencies(
        scores in prop::collection::vec(prop_oneof![-6_422_656..=6_422_656, -40_000..0], 0..300),
        temperature in 1u32..=256,
        shift in prop_oneof![Just(0u32), Just(3)],
    ) {
        let exp2 = std::array::from_fn(|i| 65_536 - 32 * i as u32);
        let mut ends = vec![0; scores.len()];
        let mut expected = vec![0; scores.len()];
        let total = scalar::normalise(&scores, temperature, (&exp2, shift), &mut expected);
        prop_assert_eq!(normalise(&scores, temperature, (&exp2, shift), &mut ends), total);
        prop_assert_eq!(&ends, &expected);
        prop_assert_eq!(ends.last().copied().unwrap_or(0), total);
    }
}

/// The same for AVX2, on processors that have AVX-512.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "needs AVX2, which is checked for at run time")]
fn with_avx2(weights: &Weights, [added, removed, features]: [&[u16]; 3], moves: &[Candidate]) {
    if !avx2::is_available() {
        return;
    }
    let mut sums = [0; UNITS];
    let mut scalar_sums = [0; UNITS];
    scalar::update(&mut scalar_sums, &weights.input, added, removed);
    let first = scalar::first_layer(&scalar_sums, &weights.input, features);
    let second = scalar::second_layer(&first, &weights.second);
    let length = moves.len().next_multiple_of(8);
    let mut scores = vec![0; length];
    let mut expected = vec![0; length];
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
