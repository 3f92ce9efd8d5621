import type { Challenge, Solution } from '@latchkey/api-client'
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { CallApi } from '../session/callApi.ts'
import { withChallenges } from './withChallenges.ts'

const hex = (bytes: number, of: number): string => of.toString(16).padStart(2, '0').repeat(bytes)
const challenge = (number: number): Challenge => ({
  nonce: hex(16, number),
  salt: hex(16, 1),
  keyPrefix: hex(8, 2),
  cost: 1_000,
  work: 1,
  expiresAt: 2_000_000_000,
  keySignature: hex(32, 3),
  signature: hex(32, number),
})
const solved = (given: Challenge): Solution => ({ ...given, counter: 7, derivedKey: hex(32, 4) })

type Asked = { name: string; request: { email?: string; solution?: Solution } }
/** An API that answers by the number of the call, and the requests to it. */
const openApi = (answers: readonly (AppError | object)[]) => {
  const asked: Asked[] = []
  const api = (async (name: string, request: Asked['request']) => {
    const answer = answers[asked.length]
    asked.push({ name, request })
    if (answer === undefined) throw new Error('not asked for')
    if (answer instanceof AppError) throw answer
    return answer
  }) as unknown as CallApi
  return { api, asked }
}
const required = (number: number) => new AppError('CHALLENGE_REQUIRED', { details: { ...challenge(number) } })
const mailed = { attemptId: 'a', expiresInSeconds: 600, resendInSeconds: 30 }
const request = { projectId: 'demo', dappOrigin: 'https://dapp.example', email: 'ada@example.org' }
const solve = async (given: Challenge) => solved(given)

describe('withChallenges', () => {
  test('repeats a call that needs a challenge with its solution', async () => {
    const { api, asked } = openApi([required(1), mailed])
    expect(await withChallenges(api, { solve })('emailStart', request)).toEqual(mailed)
    expect(asked.map(({ request: { solution } }) => solution)).toEqual([undefined, solved(challenge(1))])
  })

  test('solves the next challenge while the user waits for the mail', async () => {
    const { api, asked } = openApi([{ ...mailed, challenge: challenge(2) }, mailed])
    const given: Challenge[] = []
    const call = withChallenges(api, {
      solve: async (next) => {
        given.push(next)
        return solved(next)
      },
    })
    await call('emailStart', request)
    expect(given).toEqual([challenge(2)])
    await call('emailStart', request)
    expect(asked.at(-1)?.request.solution).toEqual(solved(challenge(2)))
  })

  test('replaces a solution that has expired without the user', async () => {
    const { api, asked } = openApi([{ ...mailed, challenge: challenge(2) }, required(3), mailed])
    const call = withChallenges(api, { solve })
    await call('emailStart', request)
    await call('emailStart', request)
    expect(asked.at(-1)?.request.solution).toEqual(solved(challenge(3)))
  })

  test('keeps a solution that was not used up, for the same call to the same address', async () => {
    const tooMany = new AppError('RATE_LIMITED', { details: { seconds: 9 } })
    const { api, asked } = openApi([{ ...mailed, challenge: challenge(2) }, mailed, tooMany, mailed])
    const call = withChallenges(api, { solve })
    await call('emailStart', request)
    await call('emailStart', { ...request, email: 'bob@example.org' })
    await expect(call('emailStart', request)).rejects.toBe(tooMany)
    await call('emailStart', request)
    expect(asked.map(({ request: { solution } }) => solution?.nonce)).toEqual([
      undefined,
      undefined,
      challenge(2).nonce,
      challenge(2).nonce,
    ])
  })

  test('gives up when solutions are refused again and again', async () => {
    const { api, asked } = openApi([required(1), required(2), required(3), required(4)])
    await expect(withChallenges(api, { solve })('emailStart', request)).rejects.toMatchObject({
      name: 'CHALLENGE_REQUIRED',
    })
    expect(asked).toHaveLength(4)
  })

  test('says INTERNAL for a challenge that is none, and what the solver says of one that takes too much', async () => {
    const none = openApi([new AppError('CHALLENGE_REQUIRED', { details: { nonce: 'x' } })])
    await expect(withChallenges(none.api, { solve })('emailStart', request)).rejects.toMatchObject({ name: 'INTERNAL' })
    const huge = openApi([required(1)])
    const refuse = () => Promise.reject(new AppError('LIMIT_EXCEEDED'))
    await expect(withChallenges(huge.api, { solve: refuse })('emailStart', request)).rejects.toMatchObject({
      name: 'LIMIT_EXCEEDED',
    })
  })

  test('leaves every other call as it is', async () => {
    const { api, asked } = openApi([required(1)])
    await expect(withChallenges(api, { solve })('listProviders', {})).rejects.toMatchObject({
      name: 'CHALLENGE_REQUIRED',
    })
    expect(asked).toHaveLength(1)
  })
})
