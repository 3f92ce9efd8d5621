import type { Frame, Page } from 'playwright-core'
import { must, show } from '../Deviation.ts'
import { helloOf, newId } from '../openLine.ts'
import type { PageKit } from '../pageKit.ts'

declare const kit: PageKit

/** How long nothing has to be heard: several times what a frame that answers takes. */
const quietMs = 1_200

/**
 * Embeds the frame in a window of the kit where it must not work, and speaks to it in both profiles. Throws a
 * `Deviation` when anything comes back. The window is the page itself, or a frame in it.
 */
export const expectSilence = async (window: Page | Frame, address: string): Promise<void> => {
  await window.evaluate((address) => kit.embed(address), address)
  const speak = (): Promise<void> =>
    window.evaluate(
      ({ request, hello, origin }) => {
        kit.frame?.contentWindow?.postMessage(JSON.parse(request), origin)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => kit.heard.push({ via: 'port', channel: -1, origin: '', data })
        kit.frame?.contentWindow?.postMessage(JSON.parse(hello), origin, [port2])
      },
      {
        request: JSON.stringify({ id: newId(), type: '@w3m-app/IS_CONNECTED' }),
        hello: JSON.stringify(helloOf(newId())),
        origin: new URL(address).origin,
      },
    )
  await window.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), quietMs)
  await speak()
  await window.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), quietMs)
  const heard = await window.evaluate(() => kit.heard.map(({ data }) => JSON.stringify(data)))
  must(heard.length === 0, `at ${new URL(address).search} it said ${show(heard[0])}`)
}
