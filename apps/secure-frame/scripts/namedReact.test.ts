import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { namedReact } from './namedReact.ts'

/** The path of an imaginary script of the wallet. */
const entry = fileURLToPath(new URL('../src/script.js', import.meta.url))

const bundle = async (code: string): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'script',
        resolveId: (source) => (source === entry ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
      namedReact(),
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const [output] = Array.isArray(result) ? result : []
  const chunk = output?.output[0]
  if (chunk?.type !== 'chunk' || output?.output.length !== 1) throw new Error('Expected one file')
  return chunk.code
}

test('binds the names that are imported and no others, to what React exports', async () => {
  const code = await bundle(`
    import { useId } from 'react'
    import { jsx } from 'react/jsx-runtime'
    export const made = [jsx('p', { id: useId.name }), jsx('b', { id: useId.name })]
  `)
  expect(code).toMatch(/\[jsx\("p", \{ id: useId\.name \}\), jsx\("b", \{ id: useId\.name \}\)\]/)
  expect(code).not.toMatch(/named\w*\.(?:jsxs|useState)\b/)
  const { made } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(made).toMatchObject([{ type: 'p' }, { type: 'b' }])
})
