import { expect, test } from 'vitest'
import { visibleText } from './visibleText.ts'

test.each([
  ['plain words, ünïcode and 漢字', 'plain words, ünïcode and 漢字'],
  ['', '“”'],
  ['pay\u202eevil', 'pay⟨U+202E⟩evil'],
  ['pay\u2066evil\u2069', 'pay⟨U+2066⟩evil⟨U+2069⟩'],
  ['bank\u200b.example', 'bank⟨U+200B⟩.example'],
  ['bank\u00ad.example', 'bank⟨U+00AD⟩.example'],
  ['a\u0000b\nc\u007f', 'a⟨U+0000⟩b⟨U+000A⟩c⟨U+007F⟩'],
  ['\ufeffstart', '⟨U+FEFF⟩start'],
  ['hidden\u{e0041}', 'hidden⟨U+E0041⟩'],
  ['fill\u3164er', 'fill⟨U+3164⟩er'],
  ['<b onclick="x">&amp;', '<b onclick="x">&amp;'],
])('%j reads %j', (text, expected) => {
  expect(visibleText(text)).toBe(expected)
})
