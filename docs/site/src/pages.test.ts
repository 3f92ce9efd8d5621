import { fileURLToPath } from 'node:url'
import { catalogue } from '@latchkey/protocol/errors'
import { expect, test } from 'vitest'
import { alerts, codeOf } from '../../../apps/modal/src/alerts.ts'
import { anchorsOf, withoutCode } from './anchorsOf.ts'
import { assemblePages } from './assemblePages.ts'
import { describeSite } from './describeSite.ts'

const pages = assemblePages(fileURLToPath(new URL('../../../', import.meta.url)))

const anchors = new Map(pages.map(({ path, markdown }) => [path, anchorsOf(markdown)]))

test('every link leads to a page of the site, and to a heading that it has', () => {
  const dead = pages.flatMap(({ path, markdown }) => {
    const prose = withoutCode(markdown).replaceAll(/`[^`\n]*`/g, '')
    const links = [...prose.matchAll(/(?<!!\[[^\]]*)\]\(([^)\s]+)\)|^ *link: (\S+)$/gm)]
    return links
      .map(([, link, front]) => link ?? front ?? '')
      .filter((target) => !/^(https?|mailto):/.test(target))
      .filter((target) => {
        const [page = '', hash] = target.split('#')
        const known = page === '' ? anchors.get(path) : page.startsWith('/') ? anchors.get(page.slice(1)) : undefined
        return known === undefined || (hash !== undefined && !known.has(hash))
      })
      .map((target) => `${path}: ${target}`)
  })
  expect(dead).toEqual([])
})

test('no address is taken twice, and each page has one title', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  for (const { path, markdown } of pages)
    if (path !== 'index') expect([path, withoutCode(markdown).match(/^# /gm)?.length]).toEqual([path, 1])
})

test('each error has a page with its cause and fix', () => {
  for (const name of Object.keys(catalogue)) {
    const page = pages.find(({ path }) => path === `errors/${name.toLowerCase()}`)?.markdown ?? ''
    expect(page).toMatch(new RegExp(`^# ${name}\n\n[A-Z\`].+[.]\n\n## Fix\n\n[A-Z\`].+[.]\n`))
  }
})

test('the page of an error has the code that a provider gives', () => {
  const codeOn = (path: string) =>
    pages.find((page) => page.path === path)?.markdown.match(/\| `code` \| (\S+) \|/)?.[1]
  expect(['user_rejected', 'service_unreachable', 'otp_invalid'].map((name) => codeOn(`errors/${name}`))).toEqual([
    '4001',
    '4900',
    '-32603',
  ])
  expect(pages.find(({ path }) => path === 'errors')?.markdown).not.toContain('| 5000 |')
})

test('each alert has a page with what the console says', () => {
  for (const code of new Set(Object.keys(alerts).map((key) => codeOf(key as keyof typeof alerts)))) {
    const page = pages.find(({ path }) => path === `alerts/${code.toLowerCase()}`)?.markdown ?? ''
    expect(page).toMatch(new RegExp(`^# ${code}: [A-Z]`))
    expect(page).toContain('**Fix.** ')
  }
})

test('the reference has what a page can import, with its docstrings', () => {
  const modal = pages.find(({ path }) => path === 'reference/modal')?.markdown ?? ''
  for (const part of ['### createModal', 'function createModal(options: ModalOptions): Modal', '| `features.email?` |'])
    expect(modal).toContain(part)
  expect(modal).toMatch(/#### Modal\.open\n\n```ts\nopen\(.+\n```\n\nShows the modal/)
})

test('llms.txt lists every page of the sidebar with a sentence', () => {
  const text = describeSite(pages).get('llms.txt') ?? ''
  for (const { path, origin } of pages.filter(({ path }) => !/^(index$|alerts\/|errors\/)/.test(path)))
    expect([path, origin, text]).toEqual([path, origin, expect.stringMatching(new RegExp(`\\(/${path}\\.md\\): \\S`))])
})
