import { must, show } from '../Deviation.ts'
import { helloOf, newId } from '../openLine.ts'
import { frameAttributes, type PageKit, pageDocument } from '../pageKit.ts'
import type { RuleGroup } from '../Rule.ts'
import type { Target } from '../Target.ts'
import { expectSilence } from './expectSilence.ts'

declare const kit: PageKit

/** Returns an origin that no project lists: the name is reserved for examples. */
const unlistedBeside = ({ origin }: Target): string => `${new URL(origin).protocol}//unlisted.example`

/** Returns what an attacker in the page might send to the frame, with a port for its reply. */
const strangersWords = () => ({
  request: { id: newId(), type: '@w3m-app/IS_CONNECTED' },
  hello: helloOf(newId()),
})

/** Which origins can embed the frame, and what all others can observe. */
export const origins: RuleGroup = {
  title: 'Who may embed the frame',
  rules: [
    {
      profile: 'both',
      name: 'a page on an origin that is not listed is told nothing, not even READY',
      source: 'wire 7',
      check: async ({ address, openPage, target }) => {
        await expectSilence(await openPage(unlistedBeside(target)), address())
      },
    },
    {
      profile: 'both',
      name: 'a page on an origin that is not listed is shown nothing',
      source: 'wire 7',
      check: async ({ address, openPage, target }) => {
        const page = await openPage(unlistedBeside(target))
        await expectSilence(page, address())
        const shown = page.frames().find((frame) => frame.url().startsWith(target.frameUrl.origin))
        const words = (await shown?.evaluate(() => document.body.textContent)) ?? ''
        must(words.trim() === '', `the frame shows ${show(words)}`)
      },
    },
    {
      profile: 'both',
      name: 'its policy names the pages that may frame it, and no wildcard host',
      source: 'wire 7',
      check: async ({ address, target }) => {
        const { headers } = await fetch(address(), { signal: AbortSignal.timeout(target.timeoutMs) })
        const policy = headers.get('content-security-policy') ?? ''
        const sources = /frame-ancestors ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/) ?? []
        must(sources.length > 0, `there is no frame-ancestors in ${show(policy)}`)
        const wide = sources.find((source) => source === '*' || /^https?:(\/\/\*)?$/.test(source))
        must(wide === undefined, `frame-ancestors lists ${wide}`)
      },
    },
    {
      profile: 'both',
      name: 'a listed page inside a page that is not listed is told nothing',
      source: 'custody 6',
      check: async ({ address, openPage, target }) => {
        const page = await openPage(unlistedBeside(target))
        await page.route(`${target.origin}/`, (route) =>
          route.fulfill({ contentType: 'text/html', body: pageDocument }),
        )
        await page.evaluate(({ url, attributes }) => kit.embed(url, attributes).then(() => undefined), {
          url: `${target.origin}/`,
          attributes: frameAttributes,
        })
        await page.frameLocator('#w3m-iframe').locator('body').waitFor({ state: 'attached' })
        const listed = page.frames().find((frame) => frame.url() === `${target.origin}/`)
        must(listed !== undefined, 'the page could not be embedded')
        await expectSilence(listed, address())
      },
    },
    {
      profile: 'both',
      name: 'a listed page whose origin is opaque (sandboxed) is told nothing',
      source: 'custody 6',
      check: async ({ address, openPage, target }) => {
        const page = await openPage(target.origin, { 'content-security-policy': 'sandbox allow-scripts' })
        await expectSilence(page, address())
      },
    },
    {
      profile: 'both',
      name: 'another frame of the same page is not answered',
      source: 'wire 7',
      check: async ({ address, openLine }) => {
        const line = await openLine()
        const wallet = new URL(address()).origin
        await line.page.evaluate(
          ({ request, hello, wallet }) => {
            const sibling = document.createElement('iframe')
            sibling.srcdoc = `<script>
            const { port1, port2 } = new MessageChannel()
            onmessage = port1.onmessage = ({ data }) => parent.postMessage({ told: data }, ${JSON.stringify(location.origin)})
            const frame = parent.frames['w3m-secure-iframe']
            frame.postMessage(${JSON.stringify(request)}, ${JSON.stringify(wallet)})
            frame.postMessage(${JSON.stringify(hello)}, ${JSON.stringify(wallet)}, [port2])
          </script>`
            const loaded = new Promise((resolve) => sibling.addEventListener('load', resolve))
            document.body.append(sibling)
            return loaded
          },
          { ...strangersWords(), wallet },
        )
        await line.settle()
        await line.settle()
        const told = (await line.heard()).find(({ via }) => via === 'elsewhere')
        must(told === undefined, `it was told ${show(told?.data)}`)
      },
    },
    {
      profile: 'both',
      name: 'a frame that is opened as a window answers nobody',
      source: 'wire 7',
      check: async ({ address, openPage }) => {
        const page = await openPage()
        const opening = page.waitForEvent('popup')
        await page.evaluate(
          ({ address, words }) => {
            const opened = window.open(address)
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = ({ data }) => kit.heard.push({ via: 'port', channel: -1, origin: '', data })
            return new Promise<void>((resolve) => {
              setTimeout(() => {
                const { origin } = new URL(address)
                opened?.postMessage(words.request, origin)
                opened?.postMessage(words.hello, origin, [port2])
                setTimeout(resolve, 1_200)
              }, 1_200)
            })
          },
          { address: address(), words: strangersWords() },
        )
        const opened = await opening
        const heard = await page.evaluate(() => kit.heard)
        await opened.close()
        must(heard.length === 0, `it said ${show(heard[0]?.data)}`)
      },
    },
  ],
}
