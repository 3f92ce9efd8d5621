import type { Frame, Page } from 'playwright-core'
import { must, show } from '../Deviation.ts'
import { helloOf, newId } from '../openLine.ts'
import { frameAttributes, type PageKit } from '../pageKit.ts'

declare const kit: PageKit

/** How long there must be no message: several times a frame's response time. */
const quietMs = 1_200

/**
 * Embeds the frame at each URL in a window of the kit where it must not work, and sends it messages in both profiles. Throws a `Deviation`
 * on any response. The window is the page itself, or a frame in it.
 */
export const expectSilence = async (window: Page | Frame, ...addresses: readonly string[]): Promise<void> => {
  await window.evaluate(
    ({ addresses, attributes }) => {
      for (const address of addresses) void kit.embed(address, attributes)
    },
    { addresses, attributes: frameAttributes },
  )
  const speak = (): Promise<void> =>
    window.evaluate(
      ({ request, hello }) => {
        for (const frame of document.querySelectorAll('iframe')) {
          kit.frame = frame
          kit.say(request)
          kit.handOver(hello, 1)
        }
      },
      { request: { id: newId(), type: '@w3m-app/IS_CONNECTED' }, hello: helloOf(newId()) },
    )
  await window.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), quietMs)
  await speak()
  await window.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), quietMs)
  const heard = await window.evaluate(() => kit.heard.map(({ data }) => JSON.stringify(data)))
  must(
    heard.length === 0,
    `at ${addresses.map((address) => new URL(address).search).join(' or ')} it said ${show(heard[0])}`,
  )
}
