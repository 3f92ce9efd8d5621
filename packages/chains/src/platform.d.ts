// The few globals that browsers, workers and Node share. This package compiles without DOM types so that nothing in it can depend on a
// page.
declare const TextDecoder: {
  new (label: 'utf-8', options: { fatal: true; ignoreBOM: true }): { decode(bytes: Uint8Array): string }
}
