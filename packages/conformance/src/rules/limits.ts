import { must, show } from '../Deviation.ts'
import { type Answer, type FrameError, type Line, newId, readAnswer } from '../openLine.ts'
import type { PageKit } from '../pageKit.ts'
import type { Rule, RuleGroup } from '../Rule.ts'
import type { Target } from '../Target.ts'

declare const kit: PageKit

const kibibyte = 1024
const tooLargeCode = -32600
const limitExceededCode = -32005
const nobody = `0x${'1'.repeat(40)}`

const callOf = (bytes: number) => ({
  method: 'eth_call',
  params: [{ to: nobody, data: `0x${'00'.repeat(Math.floor(bytes / 2))}` }, 'latest'],
})
const typedDataOf = (bytes: number) => ({
  method: 'eth_signTypedData_v4',
  params: [nobody, JSON.stringify({ types: {}, primaryType: 'X', domain: {}, message: { text: 'x'.repeat(bytes) } })],
})
const nested = (depth: number): unknown => (depth === 0 ? 'deep' : [nested(depth - 1)])

/** Checks that an error of profile 5 has this code; profile 4 has none. */
const mustHaveCode = ({ profile }: Line, error: FrameError, code: number): void =>
  must(profile === 4 || error.code === code, `its code is ${show(error.code)}, not ${code}`)

const refuses = (what: string, payload: () => unknown): Rule => ({
  profile: 'both',
  name: `${what} is refused with an error`,
  source: 'custody 6',
  check: async ({ line }) => {
    const here = await line()
    mustHaveCode(here, await here.fail('RPC_REQUEST', payload()), tooLargeCode)
  },
})

/** Only for profile 5: profile 4 doesn't report why a request was rejected. */
const takes = (what: string, payload: () => unknown): Rule => ({
  profile: 5,
  name: `${what} is not refused for its size`,
  source: 'custody 6',
  check: async ({ line }) => {
    const answer = await (await line()).ask('RPC_REQUEST', payload())
    must(answer.isSuccess || answer.error.code !== tooLargeCode, `it was: ${answer.isSuccess || show(answer.error)}`)
  },
})

/** Sends this many requests at once and returns their replies, each of which must arrive exactly once. */
const burst = async (
  line: Line,
  { timeoutMs }: Target,
  name: string,
  payload: unknown,
  count: number,
): Promise<readonly Answer[]> => {
  const ids = Array.from({ length: count }, newId)
  await line.page.evaluate(
    ({ ids, type, payload, channel }) => {
      for (const id of ids) {
        const message = payload === undefined ? { id, type } : { id, type, payload }
        if (channel === null) kit.say(message)
        else kit.ports[channel]?.postMessage(message)
      }
    },
    { ids, type: `@w3m-app/${name}`, payload, channel: line.channel },
  )
  const missing = await line.page.evaluate(
    async ({ ids, ms }) => {
      const answers = await Promise.all(ids.map((id) => kit.wait({ id }, ms)))
      return answers.filter((answer) => answer === null).length
    },
    { ids, ms: timeoutMs },
  )
  must(missing === 0, `${missing} of ${count} were not answered within ${timeoutMs / 1000} s`)
  await line.page.waitForTimeout(refillMs)
  await line.settle()
  const heard = (await line.heard()).filter(({ data }) => ids.includes((Object(data) as { id?: string }).id ?? ''))
  must(heard.length === count, `${count} requests were answered ${heard.length} times`)
  return heard.map(({ data }) => readAnswer(name, data))
}
/** After this time without requests a frame accepts some again. */
const refillMs = 2_000

/** Limits on the size, depth and rate of requests. */
export const limits: RuleGroup = {
  title: 'Limits',
  rules: [
    refuses('a request of more than 64 KiB', () => callOf(80 * kibibyte)),
    refuses('a request with typed data of more than 256 KiB', () => typedDataOf(300 * kibibyte)),
    refuses('a request that nests deeper than 32', () => ({ method: 'eth_call', params: [nested(40)] })),
    takes('a request of 60 KiB', () => callOf(56 * kibibyte)),
    takes('a request with 200 KiB of typed data', () => typedDataOf(200 * kibibyte)),
    {
      profile: 'both',
      name: 'a request that holds a map, a buffer or itself is answered with an error',
      source: 'custody 6',
      check: async ({ line }) => {
        const here = await line()
        for (const kind of ['map', 'buffer', 'itself', 'date']) {
          const id = newId()
          await here.page.evaluate(
            ({ id, kind, channel }) => {
              const itself: unknown[] = []
              itself.push(itself)
              const odd: Record<string, unknown> = {
                map: new Map([['a', 1]]),
                buffer: new Uint8Array(8),
                date: new Date(0),
                itself,
              }
              const payload = { method: 'eth_call', params: [odd[kind]] }
              const message = { id, type: '@w3m-app/RPC_REQUEST', payload }
              if (channel === null) kit.say(message)
              else kit.ports[channel]?.postMessage(message)
            },
            { id, kind, channel: here.channel },
          )
          const answer = await here.answer(id, 'RPC_REQUEST')
          must(!answer.isSuccess, `a ${kind} was taken: ${show(answer.raw)}`)
        }
      },
    },
    {
      profile: 'both',
      name: 'of 700 reads at once some are refused, each is answered once, and the frame goes on',
      source: 'custody 6',
      check: async ({ openLine, target }) => {
        const line = await openLine()
        const answers = await burst(line, target, 'IS_CONNECTED', undefined, 700)
        const refused = answers.filter((answer) => !answer.isSuccess)
        must(refused.length > 0, 'none was refused')
        must(refused.length < answers.length, 'all were refused')
        for (const answer of refused) if (!answer.isSuccess) mustHaveCode(line, answer.error, limitExceededCode)
        await line.get('IS_CONNECTED')
      },
    },
    {
      profile: 5,
      name: 'of 40 login steps at once some are refused for their number, and the frame goes on',
      source: 'custody 6',
      check: async ({ openLine, target }) => {
        const line = await openLine()
        const answers = await burst(line, target, 'CONNECT_OTP', { otp: '000000' }, 40)
        const limited = answers.filter((answer) => !answer.isSuccess && answer.error.code === limitExceededCode)
        must(limited.length > 0, `none was refused with ${limitExceededCode}: ${show(answers.at(-1)?.raw)}`)
        must(limited.length < answers.length, 'all were refused for their number')
        await line.get('IS_CONNECTED')
      },
    },
  ],
}
