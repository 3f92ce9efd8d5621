import type { Clock } from './clock.ts'

/** Creates a clock whose waits end at once and are recorded. Timeouts never fire unless `expire` is called. */
export const createTestClock = (startMs = 1_000_000) => {
  let nowMs = startMs
  const waits: number[] = []
  const timeouts = new Set<() => void>()
  const clock: Clock = {
    now: () => nowMs,
    wait: (ms, signal) => {
      if (ms === 10_000) return new Promise((resolve) => timeouts.add(resolve))
      if (signal?.aborted) return Promise.resolve()
      waits.push(ms)
      nowMs += ms
      return Promise.resolve()
    },
  }
  const expire = () => {
    for (const resolve of timeouts) resolve()
  }
  return { clock, waits, expire }
}

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | Error

/** Creates a `fetch` that returns these responses in turn, repeats the last one, and records its requests. */
export const createTestFetch = (...answers: Answer[]) => {
  const asked: { url: URL; init: RequestInit; body: string }[] = []
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : ''
    asked.push({ url: new URL(String(input)), init, body })
    const answer = answers[Math.min(asked.length, answers.length) - 1]
    if (answer === undefined) throw new TypeError('Nothing to answer')
    if (answer instanceof Error) throw answer
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {})
    return new Response(text, { status: answer.status, headers: answer.headers ?? {} })
  }
  return { fetch, asked }
}
