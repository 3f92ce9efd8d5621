/**
 * Licenses by a unique passage, in lower case with single spaces. The last ones are never accepted: they have names so that a rejection can
 * name what it found.
 */
const passages = {
  MIT: /permission is hereby granted, free of charge, to any person obtaining a copy .{0,900}the above copyright notice and this permission notice/,
  'MIT-0':
    /to whom the software is furnished to do so(?:, subject to the following conditions:|\.) the software is provided/,
  ISC: /permission to use, copy, modify, and(?:\/or)? distribute this software .{0,200}provided that the above copyright notice/,
  '0BSD':
    /permission to use, copy, modify, and\/or distribute this software for any purpose with or without fee is hereby granted\. the software is provided/,
  'BSD-3-Clause': /redistribution and use in source and binary forms.{0,1200}neither the names? of/,
  'BSD-2-Clause': /redistribution and use in source and binary forms(?!.{0,1200}neither the names? of)/,
  'Apache-2.0':
    /apache license,? version 2\.0.{0,400}(?:terms and conditions for use, reproduction, and distribution|you may not use this (?:file|library) except in compliance)/,
  'BlueOak-1.0.0': /blue oak model license version 1\.0\.0/,
  'CC0-1.0': /cc0 1\.0 universal/,
  Unlicense: /this is free and unencumbered software released into the public domain/,
  'MPL-2.0': /mozilla public license,? version 2\.0/,
  'AGPL-3.0': /gnu affero general public license (?:version|v3)/,
  'LGPL-3.0': /gnu lesser general public license (?:version|v\d)/,
  'GPL-3.0': /gnu general public license (?:version|v\d)/,
  'Commons-Clause': /commons clause/,
  'BUSL-1.1': /business source license/,
  'Elastic-2.0': /elastic license 2\.0/,
  'SSPL-1.0': /server side public license/,
  'a community licence': /community licen[cs]e/,
} as const

export type LicenceName = keyof typeof passages

/** A license in a LICENSE file: `unknown words` needs a manual review. */
export type Finding = LicenceName | 'unknown words'

const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[*_#>"“”'’`|]/g, ' ')
    .replace(/\s+/g, ' ')

/**
 * Returns the licenses that a LICENSE file grants, from its text.
 *
 * A package's own `license` field is a claim: some packages state "Apache-2.0" there and restrict use in the file.
 */
export const detectLicences = (text: string): Finding[] => {
  const words = normalise(text)
  const found = (Object.keys(passages) as LicenceName[]).filter((name) => passages[name].test(words))
  return found.length > 0 ? found : ['unknown words']
}
