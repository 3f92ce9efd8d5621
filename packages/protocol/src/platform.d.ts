// The few globals that browsers, workers and Node share. This package compiles without DOM types so that nothing in it can depend on a
// page.
declare function setTimeout(callback: () => void, delayMs: number): unknown
declare function clearTimeout(timer: unknown): void
declare function structuredClone<value>(value: value): value
declare const performance: { now(): number }
declare const crypto: { randomUUID(): string }

interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare const AbortController: { new (): { readonly signal: AbortSignal; abort(): void } }
