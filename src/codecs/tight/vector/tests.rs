//! Vector instructions give what plain arithmetic gives.

use proptest::prelude::*;

use super::*;

/// Rows of weights from -127 to 127.
fn rows(seed: u64, count: usize) -> Vec<Row> {
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
    fn every_way_gives_the_same(
        seed: u64,
        came in prop::collection::vec(0u16..40, 0..40),
        went in prop::collection::vec(0u16..40, 0..40),
        asked in prop::collection::vec(0u16..40, 0..30),
    ) {
        let table = rows(seed, 40);
        let mut plain_sums = [0; UNITS];
        plain::update(&mut plain_sums, &table, &came, &went);
        let mut sums = [0; UNITS];
        update(&mut sums, &table, &came, &went);
        prop_assert_eq!(sums, plain_sums);
        let units = plain::hidden(&sums, &table, &asked);
        prop_assert_eq!(hidden(&sums, &table, &asked), units);
        let mut expected = vec![0; asked.len()];
        plain::multiply(&units, &table, &asked, &mut expected);
        let mut products = vec![0; asked.len()];
        multiply(&units, &table, &asked, &mut products);
        prop_assert_eq!(&products, &expected);
        #[cfg(target_arch = "x86_64")]
        with_avx2(&table, &came, &went, &asked);
    }
}

/// The same for processors that have AVX2 only.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "needs AVX2, which is asked for")]
fn with_avx2(table: &[Row], came: &[u16], went: &[u16], asked: &[u16]) {
    if avx2::is_there() {
        let (mut sums, mut plain_sums) = ([0; UNITS], [0; UNITS]);
        plain::update(&mut plain_sums, table, came, went);
        let (mut products, mut expected) = (vec![0; asked.len()], vec![0; asked.len()]);
        // SAFETY: the processor has AVX2.
        unsafe {
            avx2::update(&mut sums, table, came, went);
            assert_eq!(avx2::hidden(&sums, table, asked), plain::hidden(&sums, table, asked));
            avx2::multiply(&plain::hidden(&sums, table, asked), table, asked, &mut products);
        }
        assert_eq!(sums, plain_sums);
        plain::multiply(&plain::hidden(&sums, table, asked), table, asked, &mut expected);
        assert_eq!(products, expected);
    }
}
