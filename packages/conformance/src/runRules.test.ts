import { describe, expect, test } from 'vitest'
import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'
import { browserArgs } from './browserArgs.ts'
import type { Profile } from './Profile.ts'
import { parseOptions } from './parseOptions.ts'
import type { Outcome, RuleGroup } from './Rule.ts'
import { disallowed } from './rules/disallowed.ts'
import { envelope } from './rules/envelope.ts'
import { groups as allGroups } from './rules/groups.ts'
import { ready } from './rules/ready.ts'
import { requests } from './rules/requests.ts'
import { runRules } from './runRules.ts'
import { type Fault, serveSmallFrame } from './smallFrame.fixture.ts'

/** Groups that the small frame implements correctly. */
const some: readonly RuleGroup[] = [ready, requests, envelope, disallowed]
/** From other groups, only the rules about a fault. */
const others: RuleGroup = {
  title: 'Others',
  rules: allGroups
    .flatMap(({ rules }) => rules)
    .filter(({ name }) => /^another frame of the same page|^SYNC_DAPP_DATA with no project/.test(name)),
}

const check = async (
  faults: readonly Fault[],
  { profiles = [4], groups = [...some, others] }: { profiles?: readonly Profile[]; groups?: readonly RuleGroup[] } = {},
): Promise<Outcome[]> => {
  const frame = await serveSmallFrame(...faults)
  try {
    const line = [frame.url.href, '--project', 'x', '--mail', frame.mailUrl, '--timeout', '2500', '--chains', '1,5']
    return await runRules({
      target: parseOptions(line).target,
      profiles,
      groups,
      browser: { executablePath: chromiumLaunch.executablePath, args: browserArgs },
    })
  } finally {
    await frame.close()
  }
}
const failuresOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ isPassed }) => !isPassed).map(({ name, seen }) => `${name} | ${seen}`)

/** Each fault, with the beginning of every rule that detects it. */
const faults: Record<Fault, readonly string[]> = {
  'says READY with an id': ['READY is the first message', 'READY carries a type'],
  'answers a request twice': ['RPC_ABORT is answered exactly once'],
  'answers in a wrong shape': ['GET_CHAIN_ID is answered exactly once'],
  'does not answer a request': ['INIT_SMART_ACCOUNT is answered exactly once'],
  'answers what has no id': ['a request without an id is dropped'],
  'answers what it does not know': ['names that every object has'],
  'leaks a stack': ['an error says what happened'],
  'serves a call that is not allowed': ['an error says what happened', 'the call "eth_sign" is answered'],
  'answers anybody in the page': ['another frame of the same page'],
  'takes bad parameters': ['SYNC_DAPP_DATA with no project'],
}

describe('the kit finds what a frame does wrong, and nothing else', () => {
  test('a frame that does all of it right passes', async () => {
    const outcomes = await check([])
    expect(failuresOf(outcomes)).toEqual([])
    expect(outcomes.length).toBeGreaterThan(55)
  })

  test('each fault fails the rules about it, with what was seen', async () => {
    const failures = failuresOf(await check(Object.keys(faults) as Fault[]))
    const expected = [...new Set(Object.values(faults).flat())]
    expect(
      failures.map((failure) => expected.find((start) => failure.startsWith(start)) ?? failure).toSorted(),
    ).toEqual(expected.toSorted())
    expect(failures.join('\n')).toContain('was answered 2 times')
    expect(failures.join('\n')).toContain('its payload is {"chainId":"0x1"}')
  })

  test('a frame that does not know profile 5 fails what is asked on its line', async () => {
    const failures = failuresOf(await check([], { profiles: [5], groups: [ready] }))
    expect(failures.join('\n')).toContain('READY says the profile that the address asked for')
    expect(failures.join('\n')).toContain('HELLO was not answered on its port within 2.5 s')
  })
})

test('a frame or an inbox that is not there is said in one line, before any rule', async () => {
  const frame = await serveSmallFrame()
  const run = (frameUrl: string, mailUrl: string, executablePath = chromiumLaunch.executablePath) =>
    runRules({
      target: parseOptions([frameUrl, '--project', 'x', '--mail', mailUrl]).target,
      profiles: [4],
      groups: some,
      browser: { executablePath, args: browserArgs },
    })
  await expect(run('http://127.0.0.1:9', frame.mailUrl)).rejects.toThrow(/^The frame cannot be reached at http:/)
  await expect(run(frame.url.href, 'http://127.0.0.1:9')).rejects.toThrow(/^The inbox cannot be reached at http:/)
  await expect(run(frame.url.href, frame.mailUrl, '/nowhere')).rejects.toThrow(/^There is no browser at \/nowhere/)
  await frame.close()
})
