import { expect } from '@playwright/test'
import { type ElementReference, WebDriverError, type WebDriverSession } from './WebDriverSession.ts'

type Kind = 'button' | 'field' | 'heading'
type Name = string | RegExp

const selectors: Readonly<Record<Kind, string>> = {
  button: 'button, [role=button]',
  field: 'input, textarea',
  heading: 'h1, h2, h3, [role=heading]',
}

/**
 * Runs in the page: returns the first visible element with this accessible name, also in an open shadow root. WebDriver has no such lookup.
 */
const findByName = (selector: string, name: string, isPattern: boolean): Element | null => {
  const nameOf = (element: Element): string => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent
    return (element.getAttribute('aria-label') ?? label ?? '').replace(/\s+/g, ' ').trim()
  }
  const matches = (element: Element): boolean =>
    element.matches(selector) &&
    element.checkVisibility() &&
    // Disabled confirm buttons only set aria-disabled, and stay in the focus order.
    !element.matches(':disabled, [aria-disabled=true]') &&
    (isPattern ? new RegExp(name).test(nameOf(element)) : nameOf(element) === name)
  const search = (root: ParentNode): Element | null => {
    for (const element of root.querySelectorAll('*')) {
      if (matches(element)) return element
      const inside = element.shadowRoot === null ? null : search(element.shadowRoot)
      if (inside !== null) return inside
    }
    return null
  }
  return search(document)
}

/** Runs in the page: returns all text on screen, also in open shadow roots. */
const visibleText = (): string => {
  const read = (node: Node): string[] => {
    if (node instanceof Text) return node.parentElement?.checkVisibility() === true ? [node.data] : []
    const inside = node instanceof Element && node.shadowRoot !== null ? read(node.shadowRoot) : []
    return [...inside, ...[...node.childNodes].flatMap(read)]
  }
  return read(document.body).join(' ').replace(/\s+/g, ' ')
}

/** Drives WebKit as a user does: by names and texts. Pending elements are awaited. */
export class Safari {
  readonly session: WebDriverSession
  constructor(session: WebDriverSession) {
    this.session = session
  }
  private async find(kind: Kind, name: Name): Promise<ElementReference> {
    const pattern = typeof name === 'string' ? name : name.source
    const find = () => this.session.run(findByName, selectors[kind], pattern, typeof name !== 'string')
    const found = (await find()) as ElementReference | null
    if (found === null) throw new Error(`No ${kind} "${name}" that can be used. On screen: ${await this.text()}`)
    return found
  }
  async press(name: Name) {
    await expect(async () => this.session.click(await this.find('button', name))).toPass({ timeout: 20_000 })
  }
  async fill(label: Name, text: string) {
    await expect(async () => {
      const field = await this.find('field', label)
      await this.session.type(field, text).catch(async (thrown: unknown) => {
        if (!(thrown instanceof WebDriverError && thrown.code === 'element not interactable')) throw thrown
        // WebKit lets no field of another site's frame have the focus before a click there.
        await this.session.click(field)
        await this.session.type(field, text)
      })
    }).toPass({ timeout: 20_000 })
  }
  async expectHeading(name: Name) {
    await expect(async () => void (await this.find('heading', name))).toPass({ timeout: 20_000 })
  }
  async expectText(words: string) {
    await expect.poll(() => this.text()).toContain(words)
  }
  async text(): Promise<string> {
    return (await this.session.run(visibleText)) as string
  }
  /** Runs an action in the wallet's frame. */
  async inWallet(work: () => Promise<unknown>) {
    await this.session.goToFrame((await this.session.run(() => document.querySelector('iframe'))) as ElementReference)
    await work()
    await this.session.goToFrame(null)
  }
  /** Runs an action in the window that opens meanwhile, and returns. */
  async inNewWindow(open: () => Promise<unknown>, work: () => Promise<unknown>) {
    const opener = await this.session.window()
    const before = await this.session.windows()
    await open()
    const opened = async () => (await this.session.windows()).find((handle) => !before.includes(handle))
    await expect.poll(opened).toBeDefined()
    await this.session.goToWindow((await opened()) ?? '')
    await work()
    await this.session.goToWindow(opener)
  }
}
