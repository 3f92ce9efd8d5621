import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWalk, type Step } from './walk.ts'

/** Walks: 300 in `npm test`, 10,000 by `npm run fuzz`, or as many as `FUZZ_RUNS` says. */
const runs = Number(process.env.FUZZ_RUNS ?? 300)
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 0x7fffffff))

const page = fc.nat(1)
const wallet = fc.nat(2)
const pick = fc.nat(5)
const answer = fc.constantFrom('approve', 'approve', 'reject', 'late') satisfies fc.Arbitrary<string>

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('connect'), page, wallet, answer }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('cancel', 'reload'), page, wallet, answer }) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constantFrom('disconnect', 'disconnectOne', 'disconnectAll'), page, pick }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('use', 'useAccount'), page, pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('switch'), page, pick, wallet, answer }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('answerLate', 'end'), wallet }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('chooseAccounts', 'moveTo'), wallet, pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wait'), seconds: fc.constantFrom(1, 5, 30) }) },
)

test.each([
  ['one wallet a namespace', false],
  ['several wallets', true],
])(
  `%s: whoever does what in which order, nobody is connected but whom the visitor wants (${runs} walks)`,
  async (_, multiWallet) => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const walk = createWalk({ multiWallet })
      for (const each of steps) await walk.take(each)
      await walk.settle()
    })
    const details = await fc.check(property, { numRuns: runs, seed })
    const replay = `To see it again: FUZZ_SEED=${details.seed} FUZZ_RUNS=${details.numRuns} npm run fuzz`
    expect(details.failed, `${details.errorInstance}\n${fc.defaultReportMessage(details)}\n${replay}`).toBe(false)
  },
  7_200_000,
)
