/** An error that the driver reports, by its name in the standard, such as `stale element reference`. */
export class WebDriverError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** The standard's key for an element in JSON. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
export type ElementReference = { readonly [elementKey]: string }

const ask = async (url: string, method: 'GET' | 'POST' | 'DELETE', body: unknown = {}): Promise<unknown> => {
  const response = await fetch(url, { method, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
  if (!response.ok) throw new WebDriverError(value?.error ?? `status ${response.status}`, value?.message ?? '')
  return value
}

/**
 * One browser that a driver has opened: the few W3C WebDriver commands that the journeys use. The libraries for it have a license that we
 * don't accept, or hundreds of packages. Each method throws a `WebDriverError` when the driver reports an error.
 */
export class WebDriverSession {
  private readonly url: string
  private constructor(url: string) {
    this.url = url
  }
  /** @param driver The address of the driver, such as `http://127.0.0.1:4444`. */
  static async open(driver: string, browserName: string): Promise<WebDriverSession> {
    const value = await ask(`${driver}/session`, 'POST', { capabilities: { alwaysMatch: { browserName } } })
    return new WebDriverSession(`${driver}/session/${(value as { sessionId: string }).sessionId}`)
  }
  private async post(command: string, body?: unknown) {
    return await ask(`${this.url}/${command}`, 'POST', body)
  }
  async close() {
    await ask(this.url, 'DELETE')
  }
  async goTo(url: string) {
    await this.post('url', { url })
  }
  async reload() {
    await this.post('refresh')
  }
  /** Runs a function in the page. Its arguments and its result are JSON or elements. */
  async run<args extends unknown[], result>(work: (...args: args) => result, ...args: args): Promise<unknown> {
    return await this.post('execute/sync', { script: `return (${work})(...arguments)`, args })
  }
  async click(element: ElementReference) {
    await this.post(`element/${element[elementKey]}/click`)
  }
  async type(element: ElementReference, text: string) {
    await this.post(`element/${element[elementKey]}/value`, { text })
  }
  /** Switches to the document of an iframe of this one; null: to the page. */
  async goToFrame(frame: ElementReference | null) {
    await this.post('frame', { id: frame })
  }
  async window(): Promise<string> {
    return (await ask(`${this.url}/window`, 'GET')) as string
  }
  async windows(): Promise<readonly string[]> {
    return (await ask(`${this.url}/window/handles`, 'GET')) as string[]
  }
  async goToWindow(handle: string) {
    await this.post('window', { handle })
  }
  /** A PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from((await ask(`${this.url}/screenshot`, 'GET')) as string, 'base64')
  }
}
