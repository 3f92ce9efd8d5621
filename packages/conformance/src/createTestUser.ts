import { awaitField, enterCode, readCode } from './codes.ts'
import { Deviation, must, show } from './Deviation.ts'
import { type Answer, embedFrame, type FrameError, type Line, openLine } from './openLine.ts'
import type { Site } from './openSite.ts'
import type { Profile } from './Profile.ts'
import { isObject } from './shapes.ts'
import { frameAddress, type Target } from './Target.ts'

/**
 * A user who signs in with a unique email address. Each step is taken once, in this order, by the first rule that needs it; rules check its
 * result.
 */
export type TestUser = {
  email: string
  /** CONNECT_EMAIL. */
  begin(): Promise<Answer>
  /** Profile 4: repeats CONNECT_EMAIL too soon. */
  askAgain(): Promise<FrameError>
  /** Returns the mailed code. */
  code(): Promise<string>
  /** Profile 5: sends CONNECT_OTP with the mailed code, as if the page had asked for it. */
  bringCode(): Promise<Answer>
  /**
   * Tries a wrong code. In profile 4 the page sends it, and gets the error; in profile 5 the user types it in the frame, which accepts
   * another one.
   */
  tryWrongCode(): Promise<FrameError | null>
  /** Submits the mailed code, and returns the result of CONNECT_OTP. */
  finish(): Promise<Answer>
  /** Sends SIGN_OUT, as the last step. */
  signOut(): Promise<{ answer: Answer; tookMs: number }>
  /** Returns a line on which this user is signed in, with the first chain active. */
  line(): Promise<Line>
  /** Opens a line of the same browser, whichever user is signed in there. */
  open(): Promise<Line>
  /** Opens a second page of the same browser. The caller closes it. */
  openAnother(): Promise<Line>
  /** Returns the address from GET_USER on `line`. */
  address(): Promise<`0x${string}`>
  /** Leaves the page: the next `line` is a new one. */
  leavePage(): Promise<void>
}

const otherCode = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`

/** Creates a user with a new email address, who signs in on first use. */
export const createTestUser = (site: Site, profile: Profile, target: Target): TestUser => {
  const email = `conformance-${crypto.randomUUID().slice(0, 8)}@example.org`
  const { timeoutMs } = target
  let current: Promise<Line> | null = null

  const open = async (): Promise<Line> => {
    const page = await site.openPage(target.origin)
    await embedFrame(page, frameAddress(target, profile), timeoutMs)
    return await openLine(page, profile, target)
  }
  const here = (): Promise<Line> => {
    current ??= open()
    return current
  }

  const begin = once(async () => await (await here()).ask('CONNECT_EMAIL', { email }))
  const requireBegun = async (): Promise<void> => {
    const begun = await begin()
    if (!begun.isSuccess) throw new Deviation(`CONNECT_EMAIL failed: ${show(begun.error)}`)
  }
  /** Profile 5: the request that is pending while the user types. A frame may send the mail only after it. */
  const askForCode = once(async () => {
    await requireBegun()
    return await (await here()).send('CONNECT_OTP')
  })
  const code = once(async () => {
    await (profile === 4 ? requireBegun() : askForCode())
    return await readCode(target.mailUrl, email, timeoutMs)
  })
  const askAgain = once(async () => {
    await begin()
    return await (await here()).fail('CONNECT_EMAIL', { email })
  })
  const bringCode = once(async () => {
    const otp = await code()
    return await (await here()).ask('CONNECT_OTP', { otp })
  })

  const tryWrongCode = once(async () => {
    const line = await here()
    const wrong = otherCode(await code())
    if (profile === 4) return await line.fail('CONNECT_OTP', { otp: wrong })
    const id = await askForCode()
    await enterCode(line, wrong, timeoutMs)
    await awaitField(line, timeoutMs)
    must((await line.heardOf(id)).length === 0, 'a wrong code that the user typed ended CONNECT_OTP')
    return null
  })
  const finish = once(async () => {
    const line = await here()
    await tryWrongCode().catch(() => undefined)
    if (profile === 4) return await line.ask('CONNECT_OTP', { otp: await code() })
    const id = await askForCode()
    await enterCode(line, await code(), timeoutMs)
    return await line.answer(id, 'CONNECT_OTP')
  })
  const signIn = once(async () => {
    const finished = await finish().catch((thrown: Error) => {
      throw new Deviation(`nobody is signed in: ${thrown.message}`)
    })
    if (!finished.isSuccess) throw new Deviation(`nobody is signed in: ${show(finished.error)}`)
  })

  const testUser: TestUser = {
    email,
    begin,
    askAgain,
    code,
    bringCode,
    tryWrongCode,
    finish,
    async line() {
      await signIn()
      const isNew = current === null
      const line = await here()
      if (isNew) await line.get('GET_USER', { chainId: target.chains[0] })
      return line
    },
    signOut: once(async () => {
      const line = await testUser.line()
      const startedMs = performance.now()
      const answer = await line.ask('SIGN_OUT')
      return { answer, tookMs: performance.now() - startedMs }
    }),
    open: here,
    openAnother: open,
    async address() {
      const answer = await (await testUser.line()).get('GET_USER', { chainId: target.chains[0] })
      const address = isObject(answer) ? answer.address : undefined
      must(/^0x[0-9a-f]{40}$/i.test(String(address)), `GET_USER says the address ${show(address)}`)
      return address as `0x${string}`
    },
    async leavePage() {
      const leaving = current
      current = null
      await (await leaving?.catch(() => null))?.close()
    },
  }
  return testUser
}

/** Returns the same promise to every caller; the first call starts the work. */
const once = <result>(work: () => Promise<result>): (() => Promise<result>) => {
  let started: Promise<result> | undefined
  return () => {
    started ??= work()
    return started
  }
}
