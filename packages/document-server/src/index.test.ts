import { expect, test } from 'vitest'
import * as exported from './index.ts'

test('the exports are these', () => {
  expect(Object.keys(exported).toSorted()).toEqual([
    'assetResponse',
    'closedPolicy',
    'closedResponse',
    'frameManifestFormat',
    'hashSources',
    'integrityOf',
    'keepBuilds',
    'passkeys',
    'permissions',
    'placeholders',
    'policy',
    'projectGate',
    'readFiles',
    'readManifest',
    'refusals',
    'responseHeaders',
    'scriptDocument',
    'securityText',
    'securityTextPath',
    'sender',
  ])
})
