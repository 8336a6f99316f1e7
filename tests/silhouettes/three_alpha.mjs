// SPDX-License-Identifier: MIT
// Draws glTF files with three.js in headless Chromium, each by the camera in it that is called silhouette, over nothing,
// and writes what covers each pixel.
//
//   node three_alpha.mjs JOBS.json
//
// JOBS.json is {"size": pixels, "jobs": [{"file", "clip": index or null, "time": seconds, "out"}, …]}; "out" becomes
// size² bytes of alpha, rows from top to bottom. Materials are those of three's loader: its culling, its alpha modes.
// Exits 77 where playwright-core and three are not below the folder that MORPH_THREE names, or where there is no Chromium
// (MORPH_CHROMIUM, else chromium on the PATH).

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const kSkipped = 77;
const kPage = `<!doctype html><link rel="icon" href="data:,">
<script type="importmap">{"imports": {"three": "/npm/three/build/three.module.js"}}</script>
<script type="module" src="/page.mjs"></script>`;

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(kSkipped);
}

function packageFolder() {
  const modules = path.join(path.resolve(process.env.MORPH_THREE ?? '.'), 'node_modules');
  for (const name of ['three', 'playwright-core']) {
    if (!fs.existsSync(path.join(modules, name))) skip(`MORPH_THREE names no folder with the npm package ${name}`);
  }
  return modules;
}

function findChromium() {
  const names = process.env.MORPH_CHROMIUM ? [process.env.MORPH_CHROMIUM]
      : (process.env.PATH ?? '').split(':').map((folder) => path.join(folder, 'chromium'));
  return names.find((name) => fs.existsSync(name)) ?? skip('there is no chromium');
}

// What the page asks for: itself, packages, and the folder of the job at hand.
function serve(modules, job) {
  const here = path.dirname(new URL(import.meta.url).pathname);
  return http.createServer((request, response) => {
    const url = decodeURIComponent(request.url);
    if (url === '/') return response.setHeader('content-type', 'text/html').end(kPage);
    const file = url === '/page.mjs' ? path.join(here, 'three_page.mjs')
        : url.startsWith('/npm/') ? path.join(modules, url.slice(5))
        : url.startsWith('/model/') ? path.join(path.dirname(job.file), url.slice(7)) : null;
    if (!file || !fs.existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', /\.m?js$/.test(file) ? 'text/javascript' : 'application/octet-stream');
    fs.createReadStream(file).pipe(response);
  });
}

const modules = packageFolder();
const executablePath = findChromium();
const { chromium } = await import(pathToFileURL(path.join(modules, 'playwright-core/index.mjs')).href);
const { size, jobs } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const job = { file: '' };
const server = serve(modules, job);
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update',
         '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
});
try {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  page.on('console', (message) => { if (message.type() === 'error') console.error(`page: ${message.text()}`); });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction('window.draw !== undefined', null, { timeout: 60000, polling: 20 });
  for (const next of jobs) {
    Object.assign(job, next);
    const url = `/model/${encodeURIComponent(path.basename(job.file))}`;
    const alpha = await page.evaluate(([...given]) => window.draw(...given), [url, job.clip, job.time, size]);
    fs.writeFileSync(job.out, Buffer.from(alpha, 'base64'));
  }
} finally {
  await browser.close();
  server.close();
}
