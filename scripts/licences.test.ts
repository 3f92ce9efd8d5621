import { describe, expect, test } from 'vitest'
import { assessLicence } from './licences/assessLicence.ts'
import { detectLicences } from './licences/detectLicences.ts'
import { checkLicences } from './licences.ts'
import { temporaryTree } from './testing/temporaryTree.ts'

const mit = `The MIT License (MIT)

Copyright (c) 2024 Somebody

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND`

const communityLicence = `RESTRICTED COMMUNITY LICENSE AGREEMENT

You may use the software with our network alone. Apache License, Version 2.0 applies to earlier releases.`

const mpl =
  'Mozilla Public License Version 2.0\n\n1. Definitions\n\n"Secondary License" means the GNU General Public License, Version 2.0'

describe('what a text grants', () => {
  test.each([
    ['MIT', mit, ['MIT']],
    ['MIT-0', mit.replace(/The above copyright notice[^.]+\.\s+/, ''), ['MIT-0']],
    ['a quoted, wrapped and indented MIT', mit.replaceAll('\n', '\n  > '), ['MIT']],
    [
      'ISC',
      'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice appear in all copies.',
      ['ISC'],
    ],
    [
      '0BSD',
      'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted.\n\nTHE SOFTWARE IS PROVIDED "AS IS"',
      ['0BSD'],
    ],
    [
      'BSD-3-Clause',
      'Redistribution and use in source and binary forms, with or without modification. Neither the name of the holder may be used',
      ['BSD-3-Clause'],
    ],
    [
      'BSD-2-Clause',
      'Redistribution and use in source and binary forms, with or without modification',
      ['BSD-2-Clause'],
    ],
    [
      'Apache-2.0',
      'Apache License\n Version 2.0, January 2004\n http://www.apache.org/licenses/\n\nTERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
      ['Apache-2.0'],
    ],
    ['GPL', 'GNU GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007', ['GPL-3.0']],
    ['MIT with the Commons Clause', `"Commons Clause" License Condition v1.0\n${mit}`, ['MIT', 'Commons-Clause']],
    ['a community licence that names Apache', communityLicence, ['a community licence']],
    [
      'the notice of Apache-2.0 for a library',
      'Licensed under the Apache License, Version 2.0 (the "License"); you may not use this library except in compliance with the License.',
      ['Apache-2.0'],
    ],
    ['other words', 'All rights reserved. Ask us.', ['unknown words']],
  ])('%s', (_, text, found) => {
    expect(detectLicences(text)).toEqual(found)
  })
})

describe('what is taken', () => {
  test.each([
    ['MIT', ['MIT']],
    ['MIT', []],
    [undefined, ['MIT']],
    ['(MIT OR GPL-3.0)', ['MIT', 'GPL-3.0']],
    ['(MIT OR EUPL-1.1+)', ['MIT', 'unknown words']],
    ['Apache-2.0 AND MIT', ['Apache-2.0']],
    ['MIT or Apache-2.0', []],
  ] as const)('%s with %j at run time', (declared, found) => {
    expect(assessLicence({ declared, found }, 'run time')).toBeUndefined()
  })

  test.each([
    ['GPL-3.0', ['GPL-3.0'], 'declares GPL-3.0'],
    ['SEE LICENSE IN LICENSE.md', ['MIT'], 'declares SEE LICENSE IN LICENSE.md'],
    ['MIT AND GPL-3.0', ['MIT'], 'declares MIT AND GPL-3.0'],
    ['Apache-2.0', ['a community licence'], 'declares Apache-2.0, but its licence file holds a community licence'],
    ['MIT', ['MIT', 'Commons-Clause'], 'declares MIT, but its licence file holds Commons-Clause'],
    ['MIT', ['unknown words'], 'declares MIT, but its licence file holds unknown words'],
    ['(MIT OR GPL-3.0)', ['GPL-3.0'], 'declares (MIT OR GPL-3.0), but its licence file holds GPL-3.0'],
    [undefined, [], 'names no licence at all'],
    [undefined, ['GPL-3.0'], 'its licence file holds GPL-3.0'],
  ] as const)('%s with %j is refused', (declared, found, reason) => {
    expect(assessLicence({ declared, found }, 'run time')).toBe(reason)
  })

  test('the Mozilla licence in development alone', () => {
    const evidence = { declared: 'MPL-2.0', found: detectLicences(mpl).filter((name) => name !== 'GPL-3.0') }
    expect(assessLicence(evidence, 'development')).toBeUndefined()
    expect(assessLicence(evidence, 'run time')).toBe('declares MPL-2.0')
  })
})

describe('the installed tree', () => {
  const house = {
    'package.json': { name: 'latchkey', version: '1.0.0', devDependencies: { checker: '1' } },
    'apps/modal/package.json': { name: '@latchkey/modal', version: '1.0.0', dependencies: { shown: '1' } },
    'node_modules/checker/package.json': { name: 'checker', version: '1.0.0', license: 'MPL-2.0' },
    'apps/modal/node_modules/shown/package.json': {
      name: 'shown',
      version: '1.0.0',
      license: 'MIT',
      dependencies: { deep: '1' },
    },
    'apps/modal/node_modules/deep/package.json': { name: 'deep', version: '2.0.0', license: 'Apache-2.0' },
  }

  test('a tree of taken licences passes, and is counted by use', () => {
    expect(checkLicences(temporaryTree(house))).toEqual({ counts: { 'run time': 2, development: 1 }, refusals: [] })
  })

  test('a restriction in the file of a dependency of a dependency is found, with the way to it', () => {
    const root = temporaryTree({ ...house, 'apps/modal/node_modules/deep/LICENSE.md': communityLicence })
    expect(checkLicences(root).refusals).toEqual([
      'deep@2.0.0 (run time, by @latchkey/modal > shown > deep) declares Apache-2.0, but its licence file holds a community licence',
    ])
  })

  const alto = { name: '@pimlico/alto', version: '0.0.20', license: 'GPL-3.0-or-later' }

  test('the bundler of the local stack passes under the GPL, for development alone and it alone', () => {
    const withAlto = (changed: object, dependencies: object) =>
      checkLicences(
        temporaryTree({
          ...house,
          'node_modules/@pimlico/alto/package.json': { ...alto, ...changed },
          'node_modules/other/package.json': { ...alto, name: 'other' },
          ...dependencies,
        }),
      ).refusals
    const needs = (name: string) => ({ name: '@latchkey/x', version: '1.0.0', dependencies: { [name]: '1' } })
    expect(withAlto({}, { 'infra/local/package.json': needs('@pimlico/alto') })).toEqual([])
    expect(withAlto({ license: 'AGPL-3.0' }, { 'infra/local/package.json': needs('@pimlico/alto') })).toEqual([
      '@pimlico/alto@0.0.20 (development, by @latchkey/x > @pimlico/alto) declares AGPL-3.0',
    ])
    expect(withAlto({}, { 'infra/local/package.json': needs('other') })).toHaveLength(1)
    expect(withAlto({}, { 'apps/modal/package.json': needs('@pimlico/alto') })).toEqual([
      '@pimlico/alto@0.0.20 (run time, by @latchkey/x > @pimlico/alto) declares GPL-3.0-or-later',
    ])
  })

  test('a table of components beside the licence is not read as one', () => {
    const table = 'Component,Origin,License\nrequire,other,MIT'
    expect(
      checkLicences(temporaryTree({ ...house, 'node_modules/checker/LICENSE-3rdparty.csv': table })).refusals,
    ).toEqual([])
  })

  test('a licence for development alone is refused where it reaches users', () => {
    const root = temporaryTree({
      ...house,
      'apps/modal/package.json': { name: '@latchkey/modal', version: '1.0.0', dependencies: { checker: '1' } },
    })
    expect(checkLicences(root).refusals).toEqual([
      'checker@1.0.0 (run time, by @latchkey/modal > checker) declares MPL-2.0',
    ])
  })

  test.each([
    ['@reown/appkit', '1.0.0', 'is never used here'],
    ['@walletconnect/sign-client', '2.21.9', 'is later than 2.21.8'],
    ['@walletconnect/sign-client', '2.22.0', 'is later than 2.21.8'],
    ['@walletconnect/sign-client', '3.0.0', 'is later than 2.21.8'],
  ])('%s %s is refused whatever its licence', (name, version, reason) => {
    const root = temporaryTree({
      'package.json': { name: 'latchkey', version: '1.0.0', devDependencies: { [name]: version } },
      [`node_modules/${name}/package.json`]: { name, version, license: 'MIT' },
    })
    expect(checkLicences(root).refusals).toEqual([`${name}@${version} (development, by latchkey > ${name}) ${reason}`])
  })

  test.each(['2.21.8', '1.0.8'])('@walletconnect %s is not refused for its name', (version) => {
    const root = temporaryTree({
      'package.json': { name: 'latchkey', version: '1.0.0', devDependencies: { '@walletconnect/x': version } },
      'node_modules/@walletconnect/x/package.json': { name: '@walletconnect/x', version, license: 'Apache-2.0' },
    })
    expect(checkLicences(root).refusals).toEqual([])
  })
})
