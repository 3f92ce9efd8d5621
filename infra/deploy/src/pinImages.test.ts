import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { house } from './readCompose.ts'

const files = ['infra/deploy/Dockerfile', 'infra/docker-compose.yml']
/** As a registry would: each name and version has another digest, by its first letters. */
const digest = (image: string): string => `sha256:${Buffer.from(image).toString('hex').padEnd(64, '0').slice(0, 64)}`

/** Runs the program on a copy, with a `docker` that knows these images. */
const pin = (folder: string, docker: string) => {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'bin/docker'), `#!/usr/bin/env node\n${docker}`, { mode: 0o755 })
  for (const file of files) cpSync(join(house, file), join(folder, file), { recursive: true, force: false })
  const path = [join(folder, 'bin'), process.env.PATH].join(delimiter)
  const program = join(house, 'infra/deploy/pinImages.ts')
  return spawnSync(process.execPath, [program, folder], { env: { PATH: path }, encoding: 'utf8' })
}
const read = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8')
const knows = `
const [, , buildx, imagetools, inspect, image] = process.argv
if ([buildx, imagetools, inspect].join(' ') !== 'buildx imagetools inspect') process.exit(1)
process.stdout.write('sha256:' + Buffer.from(image).toString('hex').padEnd(64, '0').slice(0, 64) + '\\n')`

test('every image of others gets its digest, in both files alike, and the same again when it is run again', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-pin-'))
  expect(pin(folder.path, knows)).toMatchObject({ status: 0, stderr: '' })
  const first = files.map((file) => read(folder.path, file))
  for (const text of first) {
    const images = [...text.matchAll(/^(?:FROM| *image:) (\S+:\S+)/gm)].map(([, image = '']) => image)
    expect(images.length).toBeGreaterThan(2)
    for (const image of images) expect(image).toBe(`${image.split('@')[0]}@${digest(image.split('@')[0] ?? '')}`)
  }
  expect(first[0]).toContain('FROM source AS apiPackages')
  expect(first[1]).toContain('image: latchkey-api\n')
  expect(pin(folder.path, knows).status).toBe(0)
  expect(files.map((file) => read(folder.path, file))).toEqual(first)
})

test('in the repository too: each has one digest, the same in both files', () => {
  const images = files
    .flatMap((file) => [...readFileSync(join(house, file), 'utf8').matchAll(/^(?:FROM| *image:) (\S+:\S+)/gm)])
    .map(([, image = '']) => image)
  for (const image of images) expect(image).toMatch(/^[a-z/]+:v?\d[\w.-]*@sha256:[0-9a-f]{64}$/)
  const names = new Set(images.map((image) => image.split('@')[0]))
  expect(new Set(images).size).toBe(names.size)
  expect(names.size).toBeGreaterThan(4)
})

test('when one is not known nothing is changed', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'latchkey-pin-'))
  const { status } = pin(folder.path, `if (process.argv.join().includes('valkey')) process.exit(1)\n${knows}`)
  expect(status).not.toBe(0)
  for (const file of files) expect(read(folder.path, file)).toBe(read(house, file))
})
