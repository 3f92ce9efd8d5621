import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../../../scripts/casesOf.ts'
import { createWalk, type Step } from './walk.ts'

/** Walks of all types together: 200 in `npm test`, 2,000 in the extended tier, 10,000 by `npm run fuzz`, or `FUZZ_RUNS`. */
const walks = Number(process.env.FUZZ_RUNS ?? casesOf({ daily: 200, extended: 2_000 }))
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
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('use', 'useAccount'), page, pick }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('switch'), page, pick, wallet, answer }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('answerLate', 'end'), wallet }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('chooseAccounts', 'moveTo'), wallet, pick }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wait'), seconds: fc.constantFrom(1, 5, 30) }) },
)

const kinds = [
  ['one wallet a namespace', { multiWallet: false, isSlow: false }],
  ['one wallet a namespace, pages that hear late', { multiWallet: false, isSlow: true }],
  ['several wallets', { multiWallet: true, isSlow: false }],
  ['several wallets, pages that hear late', { multiWallet: true, isSlow: true }],
] as const
const runs = Math.ceil(walks / kinds.length)

test.each(kinds)(
  `%s: whoever does what in which order, nobody is connected but whom the user wants (${runs} walks)`,
  async (_, options) => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const walk = createWalk(options)
      for (const each of steps) await walk.take(each)
      await walk.settle()
    })
    const details = await fc.check(property, { numRuns: runs, seed })
    const replay = `To see it again: FUZZ_SEED=${details.seed} FUZZ_RUNS=${details.numRuns * kinds.length} npm run fuzz`
    expect(details.failed, `${details.errorInstance}\n${fc.defaultReportMessage(details)}\n${replay}`).toBe(false)
  },
  7_200_000,
)
