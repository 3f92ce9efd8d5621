import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { screens } from '../gallery/screens.tsx'
import * as ui from './index.ts'

const markup = Object.entries(screens).map(([name, screen]) => [name, renderToStaticMarkup(screen)] as const)

describe.each(markup)('%s', (_, html) => {
  test('has no style attribute, style element or script at first render', () => {
    expect(html).not.toMatch(/\sstyle=|<style|<script|\son\w+=/i)
  })

  test('names its parts', () => {
    expect(html).toMatch(/\spart="/)
  })
})

test('the export names', () => {
  expect(Object.keys(ui)).toMatchInlineSnapshot(`
    [
      "Address",
      "Amount",
      "Announcer",
      "Avatar",
      "adoptStyles",
      "applyTheme",
      "Banner",
      "Button",
      "ButtonLink",
      "ButtonRow",
      "Card",
      "CodeField",
      "codeStyles",
      "Details",
      "Dialog",
      "Divider",
      "EmptyState",
      "ErrorState",
      "Footer",
      "Header",
      "Icon",
      "IconButton",
      "ImageIcon",
      "KeyValue",
      "KeyValueList",
      "LegalFooter",
      "Link",
      "NetworkIcon",
      "Notice",
      "Panel",
      "RawText",
      "Row",
      "Skeleton",
      "Spinner",
      "Stack",
      "startFocus",
      "Tabs",
      "Tag",
      "Text",
      "TextField",
      "Tile",
      "Toast",
      "uiStyles",
      "ViewTransition",
      "WalletIcon",
    ]
  `)
})

test('every part is in the gallery, where it is checked', () => {
  // They need an open dialog or have no visible output; they have separate tests.
  const elsewhere = ['Dialog', 'Announcer']
  const all = markup.map(([, html]) => html).join('')
  const parts: Record<string, string> = {
    ButtonLink: 'button button-primary',
    ButtonRow: 'buttons',
    EmptyState: 'state state-neutral',
    ErrorState: 'state state-danger',
    ImageIcon: 'image',
    KeyValue: 'fact',
    KeyValueList: 'facts',
    LegalFooter: 'legal',
    RawText: 'raw',
    TextField: 'field',
    ViewTransition: 'views',
    WalletIcon: 'initials',
    CodeField: 'code',
  }
  const hyphenated = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()
  const missing = Object.keys(ui)
    .filter((name) => /^[A-Z]/.test(name) && !elsewhere.includes(name))
    .filter((name) => !all.includes(`part="${parts[name] ?? hyphenated(name)}`))
  expect(missing).toEqual([])
})
