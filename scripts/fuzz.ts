/**
 * Feeds the protocol's rows and the states of the frame and the modal with generated cases: `npm run fuzz`, 20,000 per row and 10,000 walks
 * of the modal; `FUZZ_RUNS` and `FUZZ_SEED` override these. A failure prints the command that reproduces its cases.
 */
import { runNode } from './runNode.ts'

const suites = [
  { projects: ['protocol', 'secure-frame'], runs: '20000' },
  { projects: ['modal'], runs: '10000' },
]

for (const { projects, runs } of suites) {
  const { isPassed } = await runNode({
    script: 'node_modules/vitest/vitest.mjs',
    args: ['run', ...projects.flatMap((name) => ['--project', name]), '.fuzz.test.ts', '--disable-console-intercept'],
    timeoutMs: 7_200_000,
    env: { FUZZ_RUNS: process.env.FUZZ_RUNS ?? runs },
  })
  if (!isPassed) process.exitCode = 1
}
