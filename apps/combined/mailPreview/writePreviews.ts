import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '@latchkey/service-kit/mail/escapeHtml'
import type { Mail } from '@latchkey/service-kit/mail/mail'
import { mailSamples } from './mailSamples.ts'

/**
 * Writes every mail, as it is sent, into a folder: both forms, and a page that shows all of them, light and dark, on a phone and on a
 * desktop. Returns the path of that page.
 */
export function writePreviews(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const samples = Object.entries(mailSamples()).map(([name, mail]) => ({ file: name.replaceAll(' ', '-'), mail }))
  for (const { file, mail } of samples) {
    writeFileSync(join(folder, `${file}.html`), mail.html)
    writeFileSync(join(folder, `${file}.txt`), mail.text)
  }
  const page = join(folder, 'index.html')
  writeFileSync(page, pageOf(samples))
  return page
}

type Sample = { file: string; mail: Mail }

/** A same-origin frame takes the color scheme of its element, which also applies the mail's own rules. */
const frame = ({ file, mail }: Sample, scheme: 'light' | 'dark', width: number): string =>
  `<iframe srcdoc="${escapeHtml(mail.html)}" title="${file}, ${scheme}, ${width} px" width="${width}" height="640" style="color-scheme:${scheme}"></iframe>`

const sectionOf = (sample: Sample): string => `<section id="${sample.file}">
<h2>${escapeHtml(sample.mail.subject)}</h2>
<p><a href="${sample.file}.html">HTML</a> <a href="${sample.file}.txt">Text</a></p>
<div>${[370, 720].flatMap((width) => [frame(sample, 'light', width), frame(sample, 'dark', width)]).join('')}</div>
<pre>${escapeHtml(sample.mail.text)}</pre>
</section>`

const pageOf = (samples: readonly Sample[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Mails</title>
<style>
body{margin:24px;font:15px/1.45 system-ui,sans-serif}
section{margin:0 0 48px}
section div{display:flex;gap:16px;overflow-x:auto}
iframe{flex:none;border:1px solid #ccc;border-radius:8px}
pre{overflow-x:auto;padding:16px;background:#f4f4f6;border-radius:8px}
</style>
</head>
<body>
<h1>Mails</h1>
${samples.map(sectionOf).join('\n')}
</body>
</html>
`
