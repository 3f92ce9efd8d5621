/** A browser's state after a step: a page, or a redirect to a URL that is not the provider's. */
export type Step =
  | {
      kind: 'page'
      status: number
      html: string
      headers: Headers
      submit: (fields: Record<string, string>) => Promise<Step>
    }
  | { kind: 'left'; address: URL; method: 'GET' | 'POST' }

const redirectsAtMost = 10

/** Creates a browser without scripts: it keeps cookies, follows redirects, submits forms, and stops where it leaves `home`. */
export const createTestBrowser = (home: string) => {
  const cookies = new Map<string, string>()

  const keep = (response: Response): void => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  const go = async (address: string, body?: URLSearchParams, redirects = 0): Promise<Step> => {
    if (redirects > redirectsAtMost) throw new Error(`${address} goes round in circles`)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(body === undefined ? {} : { method: 'POST', body }),
    })
    keep(response)
    const location = response.headers.get('Location')
    if (location !== null) {
      const next = new URL(location, address)
      return next.origin === home
        ? go(next.href, undefined, redirects + 1)
        : { kind: 'left', address: next, method: 'GET' }
    }
    const html = await response.text()
    const posted = formPosted(html)
    if (posted !== undefined && posted.origin !== home) return { kind: 'left', address: posted, method: 'POST' }
    const submit = (fields: Record<string, string>): Promise<Step> => go(address, new URLSearchParams(fields))
    return { kind: 'page', status: response.status, html, headers: response.headers, submit }
  }

  return { open: (address: string): Promise<Step> => go(address), cookies: (): string[] => [...cookies.keys()] }
}

/** Returns the target of a self-submitting form, with its fields as a query. */
const formPosted = (html: string): URL | undefined => {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  if (action === undefined) return undefined
  const address = new URL(unescaped(action))
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g))
    address.searchParams.set(name, unescaped(value))
  return address
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

export type TestBrowser = ReturnType<typeof createTestBrowser>

/** Returns the page that was opened. Throws when there is none. */
export const pageOf = (step: Step): Extract<Step, { kind: 'page' }> => {
  if (step.kind !== 'page') throw new Error(`There is no page, but the way to ${step.address.href}`)
  return step
}

/** Returns the URL that the browser was sent to. Throws when it is still at the provider. */
export const departureOf = (step: Step): Extract<Step, { kind: 'left' }> => {
  if (step.kind !== 'left') throw new Error(`The user is still at the provider: ${step.html}`)
  return step
}
