import { t } from '@latchkey/copy/recover'
import { integrityOf } from '@latchkey/document-server'
import { bundleScript } from './bundleScript.ts'

/** Builds the opener of recovery files as one self-contained document: its policy allows one script by hash, and no fetches. The build is reproducible. */
export const buildRecover = async (): Promise<string> => {
  const bundled = await bundleScript('recover/main.ts')
  // Escapes `</script`, which means the same to a script.
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
