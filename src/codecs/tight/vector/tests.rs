//! Vector instructions give the same numbers as scalar arithmetic.

use proptest::prelude::*;

use super::*;

/// Weights from -127 to 127.
fn random_weights(seed: u64, count: usize) -> Vec<Weights> {
    let mut state = seed | 1;
    let mut weight = || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        ((state >> 33) % 255) as u8 as i32 - 127
    };
    (0..count).map(|_| std::array::from_fn(|_| weight() as i8)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn all_implementations_agree(
        seed: u64,
        added in prop::collection::vec(0u16..40, 0..40),
        removed in prop::collection::vec(0u16..40, 0..40),
        features in prop::collection::vec(0u16..40, 0..30),
    ) {
        let weights = random_weights(seed, 40);
        let mut scalar_sums = [0; UNITS];
        scalar::update(&mut scalar_sums, &weights, &added, &removed);
        let mut sums = [0; UNITS];
        update(&mut sums, &weights, &added, &removed);
        prop_assert_eq!(sums, scalar_sums);
        let units = scalar::hidden(&sums, &weights, &features);
        prop_assert_eq!(hidden(&sums, &weights, &features), units);
        let mut expected = vec![0; features.len()];
        scalar::multiply(&units, &weights, &features, &mut expected);
        let mut products = vec![0; features.len()];
        multiply(&units, &weights, &features, &mut products);
        prop_assert_eq!(&products, &expected);
        #[cfg(target_arch = "x86_64")]
        with_avx2(&weights, &added, &removed, &features);
    }
}

/// The same for AVX2, on processors that have AVX-512.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "needs AVX2, which is checked for at run time")]
fn with_avx2(weights: &[Weights], added: &[u16], removed: &[u16], features: &[u16]) {
    if avx2::is_available() {
        let (mut sums, mut scalar_sums) = ([0; UNITS], [0; UNITS]);
        scalar::update(&mut scalar_sums, weights, added, removed);
        let (mut products, mut expected) = (vec![0; features.len()], vec![0; features.len()]);
        // SAFETY: the processor has AVX2.
        unsafe {
            avx2::update(&mut sums, weights, added, removed);
            assert_eq!(avx2::hidden(&sums, weights, features), scalar::hidden(&sums, weights, features));
            avx2::multiply(&scalar::hidden(&sums, weights, features), weights, features, &mut products);
        }
        assert_eq!(sums, scalar_sums);
        scalar::multiply(&scalar::hidden(&sums, weights, features), weights, features, &mut expected);
        assert_eq!(products, expected);
    }
}
