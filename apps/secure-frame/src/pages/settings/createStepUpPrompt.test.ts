import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { asPage } from '../../boundary/Page.ts'
import { createProviderStep } from '../../login/createProviderStep.ts'
import { asCaller } from '../../session/Caller.ts'
import { createStepUpPrompt } from './createStepUpPrompt.ts'

const page = asPage('https://wallet.example', 'wallet', 5)
const caller = asCaller(page, { userId: 'user', sessionId: 'session', address: '0x' })

/** An action that requires a code, and the service that mails it. */
const open = ({ atProvider = false } = {}) => {
  let timeMs = 1_700_000_000_000
  let isConfirmed = false
  const codes: string[] = []
  const stepUpPrompt = createStepUpPrompt({
    stepUp: {
      mailCode: async () => {
        codes.push('123456')
        return 30
      },
      confirm: async (_, code) => {
        if (code !== '123456') throw new AppError('OTP_INVALID', { details: { triesLeft: 2 } })
        isConfirmed = true
      },
    },
    atProvider: async () => (atProvider ? providerStep : null),
    email: async () => 'ada@example.org',
    now: () => timeMs,
  })
  const providerStep = createProviderStep<void>({
    provider: 'google',
    openWindow: () => ({ isOpen: true, go: () => undefined, end: () => undefined }),
    begin: async () => ({
      uri: 'https://google.example',
      comesBack: { attemptId: 'a', number: '42' },
      finish: async () => {
        isConfirmed = true
      },
    }),
  })
  const done: string[] = []
  const act = (name: string): Promise<void> => {
    const acted = stepUpPrompt.run(caller, `To do ${name}`, async () => {
      if (!isConfirmed) throw new AppError('STEP_UP_REQUIRED')
      done.push(name)
    })
    // Checked later in the test.
    acted.catch(() => undefined)
    return acted
  }
  const question = () => {
    const current = stepUpPrompt.current()
    return current === null || 'provider' in current.step ? null : { ...current, step: current.step }
  }
  const asked = async () => {
    await expect.poll(() => question()?.step.state().isMailed).toBe(true)
    return question() as NonNullable<ReturnType<typeof question>>
  }
  const pass = (ms: number): void => {
    timeMs += ms
  }
  return { stepUpPrompt, act, asked, done, codes, pass }
}

describe('an action that wants a fresh code', () => {
  test('waits for it, and is then done', async () => {
    const { stepUpPrompt, act, asked, done } = open()
    const acted = act('one')
    const { why, step } = await asked()
    expect(why).toBe('To do one')
    await step.submit('000000')
    expect(step.state().failure?.error.name).toBe('OTP_INVALID')
    await step.submit('123456')
    await acted
    expect(done).toEqual(['one'])
    expect(stepUpPrompt.current()).toBeNull()
  })

  test('and another one ask once, one after the other', async () => {
    const { act, asked, done, codes } = open()
    const both = [act('one'), act('two')]
    await (await asked()).step.submit('123456')
    await Promise.all(both)
    expect(done).toEqual(['one', 'two'])
    expect(codes).toHaveLength(1)
  })

  test('is not done when the user leaves, and the same code serves when it is asked for again soon', async () => {
    const { act, asked, done, codes, stepUpPrompt } = open()
    const left = act('one')
    ;(await asked()).leave()
    await expect(left).rejects.toMatchObject({ name: 'USER_REJECTED' })
    expect(stepUpPrompt.current()).toBeNull()
    expect(done).toEqual([])
    const acted = act('one')
    await (await asked()).step.submit('123456')
    await acted
    expect(codes).toHaveLength(1)
  })

  test('asks for another code once that may be sent', async () => {
    const { act, asked, codes, pass } = open()
    const left = act('one')
    ;(await asked()).leave()
    await expect(left).rejects.toMatchObject({ name: 'USER_REJECTED' })
    pass(30_000)
    const acted = act('one')
    await (await asked()).step.submit('123456')
    await acted
    expect(codes).toHaveLength(2)
  })

  test('ends with the session', async () => {
    const { act, asked, stepUpPrompt } = open()
    const acted = act('one')
    await asked()
    stepUpPrompt.end()
    await expect(acted).rejects.toMatchObject({ name: 'ABORTED' })
    expect(stepUpPrompt.current()).toBeNull()
  })

  test('that fails otherwise asks nobody', async () => {
    const { stepUpPrompt } = open()
    const failed = stepUpPrompt.run(caller, '', async () => {
      throw new AppError('SERVICE_UNREACHABLE')
    })
    await expect(failed).rejects.toMatchObject({ name: 'SERVICE_UNREACHABLE' })
    expect(stepUpPrompt.current()).toBeNull()
  })

  test('of a user who has logged in at a provider waits for a click, and mails nothing', async () => {
    const { stepUpPrompt, act, done, codes } = open({ atProvider: true })
    const acted = act('one')
    await expect.poll(() => stepUpPrompt.current()?.step.state()).toEqual({ kind: 'idle' })
    const { step } = stepUpPrompt.current() ?? {}
    if (step === undefined || !('provider' in step)) throw new Error('A code is asked for')
    expect(step.provider).toBe('google')
    step.start()
    await acted
    expect([done, codes, stepUpPrompt.current()]).toEqual([['one'], [], null])
  })
})
