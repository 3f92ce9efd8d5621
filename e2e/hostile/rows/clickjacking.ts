import type { PageKit } from '@latchkey/conformance'
import type { Page } from '@playwright/test'
import { chromiumTab } from '../lanes/chromiumTab.ts'
import type { ChromiumGround, Scenario } from '../Scenario.ts'
import type { Tab } from '../stage/Tab.ts'
import {
  answerSoFar,
  buttonInside,
  confirmButton,
  openWallet,
  permit,
  personalSign,
  realmAt,
  startAsking,
  until,
} from '../stage/testUser.ts'

declare const kit: PageKit

/** The page hides, moves or covers the wallet, and makes the user click where the button is. */

type Point = { x: number; y: number }
type Asked = { page: Page; tab: Tab; button: Point; isSigned: () => Promise<boolean> }

/** Changes the wallet's frame before the request: on a slow machine the button must not arm in plain sight. */
type Trick = (tab: Tab) => Promise<unknown>

/** A request on screen, and its button's position in a fully visible frame. */
const askFor = async (
  { stage, testUser, openPage }: ChromiumGround,
  trick?: Trick,
  request: object = personalSign('Not knowingly', testUser.address),
): Promise<Asked> => {
  const page = await openPage()
  const tab = chromiumTab(page)
  await openWallet(stage, tab)
  await trick?.(tab)
  await startAsking(tab, 'RPC_REQUEST', request)
  const { x, y } = await until(() => buttonInside(stage, tab))
  const button = { x: x + 20, y: y + 20 }
  return { page, tab, button, isSigned: async () => 'ok' in ((await answerSoFar(tab)) ?? {}) }
}

/** Longer than arming takes. */
const clickForMs = 1_100

/** The user clicks where the page has placed a decoy. */
const clickAt = async ({ page, isSigned }: Asked, { x, y }: Point): Promise<string> => {
  for (const end = Date.now() + clickForMs; Date.now() < end; ) {
    await page.mouse.click(x, y)
    await page.waitForTimeout(100)
  }
  return (await isSigned()) ? 'signed' : 'not signed'
}

/** CSS of the wallet's frame, and its button's position then. */
const styled = (css: string, where: (button: Point) => Point = (button) => button) => ({ css, where })
/** The frame's place in the page: 360 x 600 px at 20, 20. */
const scaled = (factor: number) => (button: Point) => ({
  x: 200 + (button.x - 200) * factor,
  y: 320 + (button.y - 320) * factor,
})

/** A mask is not among these: IntersectionObserver v2 does not detect it (`docs/threat-model.md`). */
const seeThrough = {
  'almost transparent': styled('opacity: 0.01'),
  'a little transparent': styled('opacity: 0.9'),
  blurred: styled('filter: blur(3px)'),
  'without contrast': styled('filter: contrast(0)'),
  'blended with what is behind': styled('mix-blend-mode: difference'),
}
const cropped = {
  'clipped to its buttons': styled('clip-path: inset(500px 0 0 0)'),
  'half off the screen': styled('left: -180px', ({ x, y }) => ({ x: x - 200, y })),
  'with its top off the screen': styled('top: -380px', ({ x, y }) => ({ x, y: y - 400 })),
  'scaled down': styled('transform: scale(0.2)', scaled(0.2)),
  rotated: styled('transform: rotate(2deg)'),
  skewed: styled('transform: skewX(10deg)'),
  'in perspective': styled('transform: perspective(400px) rotateY(20deg)'),
}

const style = (tab: Tab, css: string): Promise<void> =>
  tab.evaluate((css) => {
    const frame = kit.frame as HTMLIFrameElement
    frame.dataset.plain ??= frame.style.cssText
    frame.style.cssText = `${frame.dataset.plain};${css}`
  }, css)

const playStyles =
  (styles: Readonly<Record<string, ReturnType<typeof styled>>>): Scenario<ChromiumGround>['attack'] =>
  async (ground) => {
    const all = Object.entries(styles)
    const asked = await askFor(ground, (tab) => style(tab, all[0]?.[1].css ?? ''))
    const outcomes: Record<string, string> = {}
    for (const [name, { css, where }] of all) {
      await style(asked.tab, css)
      outcomes[name] = await clickAt(asked, where(asked.button))
    }
    return outcomes
  }

/** Elements over the wallet; clicks pass through them. Boxes are left, top, width and height inside the frame. */
const covers = {
  'all of it': 'inset: 20px auto auto 20px; width: 360px; height: 600px; background: white',
  'all but its buttons': 'inset: 20px auto auto 20px; width: 360px; height: 480px; background: white',
  'who asks': 'inset: 30px auto auto 30px; width: 340px; height: 50px; background: white',
  'one word of what is signed': 'inset: 260px auto auto 60px; width: 80px; height: 40px; background: white',
  'with nothing to see': 'inset: 20px auto auto 20px; width: 360px; height: 600px; opacity: 0.01; background: white',
  'a drawn pointer beside the button': 'inset: 585px auto auto 200px; width: 16px; height: 16px; background: black',
}

const cover = (tab: Tab, css: string, isPopover = false): Promise<void> =>
  tab.evaluate(
    ({ css, isPopover }) => {
      const earlier = document.querySelector('#cover')
      const cover = Object.assign(document.createElement('div'), { id: 'cover' })
      cover.style.cssText = `position: fixed; z-index: 9; margin: 0; padding: 0; border: 0; pointer-events: none; ${css}`
      if (isPopover) cover.popover = 'manual'
      document.body.append(cover)
      if (isPopover) cover.showPopover()
      earlier?.remove()
    },
    { css, isPopover },
  )

const playCovers =
  (isPopover: boolean): Scenario<ChromiumGround>['attack'] =>
  async (ground) => {
    const asked = await askFor(ground, (tab) => cover(tab, covers['all of it'], isPopover))
    const outcomes: Record<string, string> = {}
    for (const [name, css] of Object.entries(covers)) {
      await cover(asked.tab, css, isPopover)
      outcomes[name] = await clickAt(asked, asked.button)
    }
    return outcomes
  }

const notSigned = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, 'not signed']))

/** Repeats a change while the user clicks: the button is never in plain sight for as long as arming takes. */
const meanwhile = (tab: Tab, change: (turn: number) => void, everyMs = 300): Promise<void> =>
  tab.evaluate(
    ({ change, everyMs }) => {
      const repeat = new Function('turn', `(${change})(turn)`)
      let turn = 0
      repeat(turn++)
      setInterval(() => repeat(turn++), everyMs)
    },
    { change: change.toString(), everyMs },
  )

export const clickjackingRows: readonly Scenario<ChromiumGround>[] = [
  { name: 'the wallet made hard to see', attack: playStyles(seeThrough), gets: notSigned(seeThrough) },
  { name: 'the wallet cropped, shrunk or turned', attack: playStyles(cropped), gets: notSigned(cropped) },
  { name: 'something over the wallet', attack: playCovers(false), gets: notSigned(covers) },
  { name: 'something in the top layer over the wallet', attack: playCovers(true), gets: notSigned(covers) },
  {
    name: 'the page that embeds the listed page covers the wallet in it',
    attack: async (ground) => {
      const { stage, testUser, openPage } = ground
      const page = await openPage()
      const outer = chromiumTab(page)
      await outer.goto(`${stage.urls.otherListed}/`)
      await outer.evaluate(
        (url) =>
          kit
            .embed(url, { style: 'position: fixed; inset: 0; width: 900px; height: 660px; border: 0' })
            .then(() => undefined),
        `${stage.urls.listed}/`,
      )
      const inner = realmAt(outer, stage.urls.listed)
      await inner.evaluate(({ url, style }) => kit.embed(url, { style }).then(() => undefined), {
        url: `${stage.urls.wallet}/sdk?projectId=demo&chainId=eip155:31337`,
        style: 'position: fixed; inset: 20px auto auto 20px; width: 360px; height: 600px; border: 0',
      })
      // The page itself is another site's frame here: storage is another partition, without a session, and stays so.
      await startAsking(inner, 'RPC_REQUEST', personalSign('Not knowingly', testUser.address))
      await until(() => answerSoFar(inner))
      return await answerSoFar(inner).then((answer) => answer !== undefined && 'error' in answer)
    },
    gets: true,
  },
  {
    name: 'the wallet comes under the pointer just before the click',
    attack: async (ground) => {
      const asked = await askFor(ground, (tab) => style(tab, 'left: -4000px'))
      const move = (left: string): Promise<void> => style(asked.tab, `left: ${left}`)
      for (let time = 0; time < 4; time++) {
        await move('-4000px')
        await asked.page.waitForTimeout(300)
        await move('20px')
        await asked.page.mouse.click(asked.button.x, asked.button.y, { clickCount: 2 })
      }
      return await asked.isSigned()
    },
    gets: false,
  },
  {
    name: 'the wallet appears between the clicks of a double click',
    attack: async (ground) => {
      const asked = await askFor(ground, (tab) =>
        tab.evaluate(() => {
          const frame = kit.frame as HTMLIFrameElement
          frame.style.visibility = 'hidden'
          addEventListener('mousedown', () => {
            frame.style.visibility = 'visible'
          })
        }, undefined),
      )
      await asked.page.waitForTimeout(900)
      await asked.page.mouse.dblclick(asked.button.x, asked.button.y)
      return await asked.isSigned()
    },
    gets: false,
  },
  {
    name: 'a drag that ends on the button',
    attack: async (ground) => {
      const asked = await askFor(ground)
      await until(async () => (await confirmButton(ground.stage, asked.tab))?.isArmed)
      await asked.page.mouse.move(700, 300)
      await asked.page.mouse.down()
      await asked.page.mouse.move(asked.button.x, asked.button.y, { steps: 5 })
      await asked.page.mouse.up()
      return await asked.isSigned()
    },
    gets: false,
  },
  {
    name: 'the wallet moves in and out of view while the user clicks',
    attack: async (ground) => {
      const asked = await askFor(ground, (tab) =>
        meanwhile(tab, (turn) => {
          ;(kit.frame as HTMLIFrameElement).style.top = turn % 2 === 0 ? '-3000px' : '20px'
        }),
      )
      return await clickAt(asked, asked.button)
    },
    gets: 'not signed',
  },
  {
    name: 'the wallet is out of view for less than the browser takes between two looks at what covers it',
    attack: async (ground) => {
      const blink = (turn: number): void => {
        ;(kit.frame as HTMLIFrameElement).style.top = turn % 4 === 0 ? '-3000px' : '20px'
      }
      const asked = await askFor(ground, (tab) => meanwhile(tab, blink, 60))
      return await clickAt(asked, asked.button)
    },
    gets: 'not signed',
  },
  {
    name: 'the wallet changes its size while it arms',
    attack: async (ground) => {
      const asked = await askFor(ground, (tab) =>
        meanwhile(tab, (turn) => {
          ;(kit.frame as HTMLIFrameElement).style.height = turn % 2 === 0 ? '600px' : '40px'
        }),
      )
      return await clickAt(asked, asked.button)
    },
    gets: 'not signed',
  },
  {
    name: 'the wallet is too low for what is agreed to',
    attack: async (ground) => {
      const low = 'height: 440px'
      const asked = await askFor(ground, (tab) => style(tab, low), permit(ground.testUser.address))
      // Longer than arming takes; then one click, where users expect the confirm button.
      await asked.page.waitForTimeout(2_000)
      await asked.page.mouse.click(asked.button.x, asked.button.y)
      return await asked.isSigned()
    },
    gets: false,
  },
  {
    name: 'the wallet is made lower again and again once it was read, so that its button comes under the pointer',
    attack: async (ground) => {
      const asked = await askFor(ground, undefined, permit(ground.testUser.address))
      await until(async () => (await confirmButton(ground.stage, asked.tab))?.isArmed)
      // In the page itself: with a slow test, the wait would complete.
      await asked.tab.evaluate(() => {
        const frame = kit.frame as HTMLIFrameElement
        setInterval(() => {
          frame.style.height = frame.style.height === '560px' ? '558px' : '560px'
        }, 50)
      }, undefined)
      return await clickAt(asked, { x: asked.button.x, y: asked.button.y - 40 })
    },
    gets: 'not signed',
  },
  {
    name: 'the amount, the spender or the end of a permit is covered',
    attack: async (ground) => {
      const strips = [180, 240, 300].map(
        (top) => `inset: ${top}px auto auto 30px; width: 340px; height: 50px; background: white`,
      )
      const asked = await askFor(ground, (tab) => cover(tab, strips[0] ?? ''), permit(ground.testUser.address))
      const outcomes: string[] = []
      for (const strip of strips) {
        await cover(asked.tab, strip)
        outcomes.push(await clickAt(asked, asked.button))
      }
      return outcomes
    },
    gets: ['not signed', 'not signed', 'not signed'],
  },
  {
    name: 'the page scrolls the wallet in and out of view while it arms',
    attack: async (ground) => {
      const asked = await askFor(ground, async (tab) => {
        await style(tab, 'position: absolute')
        await meanwhile(tab, (turn) => {
          document.body.style.height = '5000px'
          scrollTo(0, turn % 2 === 0 ? 2_000 : 0)
        })
      })
      return await clickAt(asked, asked.button)
    },
    gets: 'not signed',
  },
  {
    name: 'Enter and Space into a covered wallet that has the focus',
    attack: async (ground) => {
      const asked = await askFor(ground, (tab) => cover(tab, covers['all of it']))
      await asked.tab.evaluate(() => (kit.frame as HTMLIFrameElement).focus(), undefined)
      for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab']) {
        await asked.page.keyboard.press(key)
        await asked.page.keyboard.press('Enter')
        await asked.page.keyboard.press('Space')
        await asked.page.waitForTimeout(200)
      }
      return await asked.isSigned()
    },
    gets: false,
  },
  {
    name: 'keys that the user was pressing when the page gave the wallet the focus',
    attack: async (ground) => {
      const { stage, testUser, openPage } = ground
      const page = await openPage()
      const tab = chromiumTab(page)
      await openWallet(stage, tab)
      await tab.evaluate(() => (kit.frame as HTMLIFrameElement).focus(), undefined)
      await startAsking(tab, 'RPC_REQUEST', personalSign('Not knowingly', testUser.address))
      await until(() => confirmButton(stage, tab))
      for (const key of ['Tab', 'Enter', 'Tab', 'Enter', 'Space', 'Tab', 'Enter']) await page.keyboard.press(key)
      return 'ok' in ((await answerSoFar(tab)) ?? {})
    },
    gets: false,
  },
  {
    name: 'a key held down since before the button was armed',
    attack: async (ground) => {
      const asked = await askFor(ground)
      const wallet = realmAt(asked.tab, ground.stage.urls.wallet)
      await wallet.evaluate(() => {
        const buttons = [...document.querySelectorAll('button')]
        buttons.find(({ textContent }) => /^Sign/.test(textContent ?? ''))?.focus()
      }, undefined)
      // A second press of a held key is a keyboard repeat.
      for (let time = 0; time < 12; time++) {
        await asked.page.keyboard.down('Enter')
        await asked.page.waitForTimeout(100)
      }
      const isSigned = await asked.isSigned()
      await asked.page.keyboard.up('Enter')
      return isSigned
    },
    gets: false,
  },
  {
    name: 'events that a script makes, as an extension could, inside the wallet document',
    attack: async (ground) => {
      const asked = await askFor(ground)
      await until(async () => (await confirmButton(ground.stage, asked.tab))?.isArmed)
      await realmAt(asked.tab, ground.stage.urls.wallet).evaluate(async () => {
        const buttons = [...document.querySelectorAll('button')]
        const button = buttons.find(({ textContent }) => /^Sign/.test(textContent ?? '')) as HTMLButtonElement
        button.focus()
        button.click()
        const bubbles = { bubbles: true, cancelable: true, composed: true }
        for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
          button.dispatchEvent(new MouseEvent(type, bubbles))
        for (const type of ['keydown', 'keypress', 'keyup'])
          for (const key of ['Enter', ' ']) button.dispatchEvent(new KeyboardEvent(type, { ...bubbles, key }))
        button.dispatchEvent(new SubmitEvent('submit', bubbles))
        await new Promise((resolve) => setTimeout(resolve, 300))
      }, undefined)
      return await asked.isSigned()
    },
    gets: false,
  },
  {
    name: 'the page takes the focus whenever it can',
    attack: async (ground) => {
      const asked = await askFor(ground)
      await asked.tab.evaluate(() => {
        const field = document.body.appendChild(document.createElement('input'))
        setInterval(() => field.focus(), 30)
      }, undefined)
      return await clickAt(asked, asked.button)
    },
    gets: 'not signed',
  },
]

/** The same clicks with the wallet in plain sight: they sign. */
export const clickInPlainSight = async (ground: ChromiumGround): Promise<void> => {
  const asked = await askFor(ground)
  // A slow machine arms late; what counts is that the clicks are enough.
  await until(async () => (await clickAt(asked, asked.button)) === 'signed')
}
