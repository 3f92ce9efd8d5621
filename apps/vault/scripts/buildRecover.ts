/** Builds `docs/recover.html`: `npm run docs:recover` */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { t } from '@latchkey/copy/recover'
import { integrityOf } from '@latchkey/document-server'
import { bundleScript } from './bundleScript.ts'

/** Where the opener of recovery files is published. */
export const recoverPath = fileURLToPath(new URL('../../../docs/recover.html', import.meta.url))

/**
 * The opener as one self-contained document: a script whose hash its own policy names, and nothing that could be fetched or
 * sent. The same source gives the same text.
 */
export const buildRecover = async (): Promise<string> => {
  const bundled = await bundleScript('recover/main.ts')
  // What would end the element is the same character to a script either way.
  const script = bundled
    .trim()
    .replaceAll(/<\/(?=script)/gi, '<\\/')
    .replaceAll('<!--', '<\\!--')
  const policy = [
    "default-src 'none'",
    `script-src '${integrityOf(script)}' 'wasm-unsafe-eval'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${t('documentTitle')}</title>`,
    '</head>',
    '<body>',
    `<noscript>${t('noScript')}</noscript>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
  ].join('\n')}\n`
}

if (import.meta.main) await writeFile(recoverPath, await buildRecover())
