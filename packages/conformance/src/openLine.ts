import type { FrameLocator, Page } from 'playwright-core'
import { Deviation, must, show } from './Deviation.ts'
import type { Profile } from './Profile.ts'
import { frameAttributes, type Heard, type PageKit } from './pageKit.ts'
import { isObject } from './shapes.ts'
import type { Target } from './Target.ts'

declare const kit: PageKit

/** An error from a frame; everything except `message` belongs to profile 5. */
export type FrameError = { message: string; code?: unknown; name?: unknown; ref?: unknown }
/** The reply to one request, with its type and id checked. */
export type Answer =
  | { isSuccess: true; payload: unknown; raw: unknown }
  | { isSuccess: false; error: FrameError; raw: unknown }

/** A page with a frame, and the wire between them in one profile. */
export type Line = {
  page: Page
  /** The frame's document, for user input. */
  frame: FrameLocator
  profile: Profile
  /** Profile 5: the number of the port in the page's kit. Null in profile 4. */
  channel: number | null
  /** Sends a request and returns its id at once. */
  send(name: string, payload?: unknown, id?: string): Promise<string>
  /** Returns the reply to a sent request. Throws a `Deviation` on timeout, or when it isn't a reply. */
  answer(id: string, name: string, timeoutMs?: number): Promise<Answer>
  /** `send` and `answer`. */
  ask(name: string, payload?: unknown): Promise<Answer>
  /** `ask` that must succeed; returns the payload. */
  get(name: string, payload?: unknown): Promise<unknown>
  /** `ask` that must fail; returns the error. */
  fail(name: string, payload?: unknown): Promise<FrameError>
  /** Sends an unchanged message on the line. */
  say(message: unknown): Promise<void>
  /** Returns all messages received so far. */
  heard(): Promise<readonly Heard[]>
  /** Returns messages with this id, wherever they arrived. */
  heardOf(id: string): Promise<readonly Heard[]>
  /** Waits until the frame has answered two more requests, and so has sent all immediate replies. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** Returns a request id that no other request of the run has. */
export const newId = (): string => crypto.randomUUID()
/** Returns the HELLO message of a profile 5 page. */
export const helloOf = (nonce: string) => ({ type: '@w3m-app/HELLO', payload: { profile: 5, nonce } })

/** Embeds the frame and waits for its READY. */
export const embedFrame = async (page: Page, address: string, timeoutMs: number): Promise<Heard> => {
  await page.evaluate(({ address, attributes }) => void kit.embed(address, attributes), {
    address,
    attributes: frameAttributes,
  })
  const ready = await page.evaluate((timeoutMs) => kit.wait({ type: '@w3m-frame/READY' }, timeoutMs), timeoutMs)
  if (ready === null) throw new Deviation(`no READY within ${timeoutMs / 1000} s`)
  return ready
}

/** Profile 5: transfers a port and waits until the nonce is returned on it. Returns the channel's number. */
export const sayHello = async (page: Page, timeoutMs: number, nonce: string = newId()): Promise<number> => {
  const channel = await page.evaluate((hello) => kit.handOver(hello, 1), helloOf(nonce))
  const answer = await page.evaluate(
    ({ channel, timeoutMs }) => kit.wait({ channel, type: '@w3m-frame/HELLO' }, timeoutMs),
    { channel, timeoutMs },
  )
  if (answer === null) throw new Deviation(`HELLO was not answered on its port within ${timeoutMs / 1000} s`)
  return channel
}

/** Parses a reply. Throws a `Deviation` when it isn't a reply to that request. */
export const readAnswer = (name: string, data: unknown): Answer => {
  const { type, payload } = Object(data) as { type?: unknown; payload?: unknown }
  if (type === `@w3m-frame/${name}_SUCCESS`) return { isSuccess: true, payload, raw: data }
  must(type === `@w3m-frame/${name}_ERROR`, `${name} was answered with the type ${show(type)}`)
  must(
    isObject(payload) && typeof payload.message === 'string' && payload.message !== '',
    `the error of ${name} has the payload ${show(payload)}, without a message`,
  )
  return { isSuccess: false, error: payload as FrameError, raw: data }
}

/** Opens the line to an embedded frame that has sent READY: the window in profile 4, a port in profile 5. */
export const openLine = async (page: Page, profile: Profile, { timeoutMs }: Target): Promise<Line> => {
  const channel = profile === 5 ? await sayHello(page, timeoutMs) : null

  const line: Line = {
    page,
    profile,
    channel,
    frame: page.frameLocator('#w3m-iframe'),
    async say(message) {
      const json = JSON.stringify(message)
      if (channel === null) await page.evaluate((json) => kit.say(JSON.parse(json)), json)
      else
        await page.evaluate(({ channel, json }) => kit.ports[channel]?.postMessage(JSON.parse(json)), { channel, json })
    },
    async send(name, payload, id = newId()) {
      await line.say({ id, type: `@w3m-app/${name}`, ...(payload === undefined ? {} : { payload }) })
      return id
    },
    async answer(id, name, waitMs = timeoutMs) {
      const heard = await page.evaluate(({ id, waitMs }) => kit.wait({ id }, waitMs), { id, waitMs })
      must(heard !== null, `${name} was not answered within ${waitMs / 1000} s`)
      return readAnswer(name, heard.data)
    },
    ask: async (name, payload) => await line.answer(await line.send(name, payload), name),
    async get(name, payload) {
      const answer = await line.ask(name, payload)
      if (!answer.isSuccess) throw new Deviation(`${name} failed: ${show(answer.error)}`)
      return answer.payload
    },
    async fail(name, payload) {
      const answer = await line.ask(name, payload)
      if (answer.isSuccess) throw new Deviation(`${name} succeeded: ${show(answer.payload)}`)
      return answer.error
    },
    heard: () => page.evaluate(() => kit.heard),
    heardOf: async (id) => (await line.heard()).filter(({ data }) => (Object(data) as { id?: unknown }).id === id),
    async settle() {
      await line.ask('GET_CHAIN_ID')
      await line.ask('IS_CONNECTED')
    },
    close: () => page.close(),
  }
  return line
}
