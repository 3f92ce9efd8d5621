import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseSync } from '@swc/core'
import { compile } from 'svelte/compiler'
import { expect, test } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'
import { docsUrl } from '../../../../apps/modal/src/docsUrl.ts'
import { addressesOf } from '../../../../infra/local/src/addresses.ts'
import { defaultPortBase, portsFrom } from '../../../../infra/local/src/ports.ts'
import { assemblePages } from '../assemblePages.ts'
import { readBlocks } from './readBlocks.ts'
import { writeProject } from './writeProject.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
/** What is written for the site, and the one package whose README is a guide. */
const pages = assemblePages(root).filter(({ path, origin }) => origin === 'written' || path === 'reference/server')
const blocksOf = (...languages: string[]) =>
  pages.flatMap(({ path, markdown }) =>
    readBlocks(markdown)
      .filter(({ language }) => languages.includes(language))
      .map((block) => ({ ...block, at: `${path}.md:${block.line}` })),
  )

test('the TypeScript of every page compiles in an app as readers have it', async () => {
  const folder = fileURLToPath(new URL('../../checked', import.meta.url))
  writeProject(folder, pages)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '--project', '.', '--pretty', 'false']
  const output = await promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  // The workspace's packages are there as source, which is under stricter rules of its own.
  const ours = output.split('\n').filter((line) => /^\S/.test(line) && !line.startsWith('../'))
  expect(ours).toEqual([])
})

test.each(blocksOf('vue'))('the component at $at compiles', ({ code }) => {
  const { descriptor, errors } = parse(code)
  expect(errors).toEqual([])
  expect(compileScript(descriptor, { id: 'page', inlineTemplate: true }).content).toContain('latchkey')
})

test.each(blocksOf('svelte'))('the component at $at compiles', ({ code }) => {
  expect(compile(code, { generate: 'client' }).warnings).toEqual([])
})

test.each(blocksOf('js'))('the script at $at has no syntax error', ({ code }) => {
  expect(parseSync(code).body.length).toBeGreaterThan(0)
})

test.each(blocksOf('json'))('the JSON at $at is valid', ({ code }) => {
  expect(JSON.parse(code)).toBeTypeOf('object')
})

test('blocks are in languages that something checks, or are text', () => {
  const languages = new Set(pages.flatMap(({ markdown }) => readBlocks(markdown).map(({ language }) => language)))
  expect([...languages].toSorted()).toEqual(['css', 'html', 'js', 'json', 'sh', 'svelte', 'text', 'ts', 'tsx', 'vue'])
})

test('tarballs have the names that npm pack gives them', () => {
  const folders = ['apps/modal', 'packages/testing', 'packages/create-app', 'packages/server']
  const names = folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
  })
  const named = pages.flatMap(({ markdown }) => markdown.match(/[\w-]+-\d+\.\d+\.\d+\.tgz/g) ?? [])
  expect(named.length).toBeGreaterThan(5)
  expect(names).toEqual(expect.arrayContaining([...new Set(named)]))
})

test('alerts lead to where the local stack serves this site', () => {
  expect(docsUrl).toBe(addressesOf(portsFrom(defaultPortBase)).docs)
})

test('addresses of the local stack are those of its ports', () => {
  const known = new Set([...Object.values(portsFrom(defaultPortBase)), 5173].map(String))
  const used = pages.flatMap(({ markdown }) =>
    [...markdown.matchAll(/(?:localhost|127\.0\.0\.1):(\d+)/g)].map(([, port]) => port ?? ''),
  )
  expect(used.length).toBeGreaterThan(20)
  for (const port of used) expect(known).toContain(port)
})
