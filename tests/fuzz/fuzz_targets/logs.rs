#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tune2048_fuzz::logs(data));
