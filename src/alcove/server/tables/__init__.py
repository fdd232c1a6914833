"""The live tables: where the pure heart (`alcove.table`) meets the disk, the pages that watch, the clocks and the engines."""
