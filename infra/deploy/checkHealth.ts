/** `node checkHealth.ts URL…`: exits 0 when `/health` of each service responds well within 4 s, 1 otherwise. */
const answers = await Promise.allSettled(
  process.argv.slice(2).map((url) => fetch(`${url}/health`, { signal: AbortSignal.timeout(4_000) })),
)
process.exitCode = answers.every((answer) => answer.status === 'fulfilled' && answer.value.ok) ? 0 : 1

export {}
