import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { ensureBrowser } from '#test/browser.ts';
import { freePort } from '#test/postgres.ts';
import { startProgram } from '#test/program.ts';
const program = await startProgram({ env: { NODE_ENV: 'production', ALLOW_SANDBOX_PAYMENTS: 'true' } });
const port = await freePort();
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', `--remote-debugging-port=${port}`] });
for (const path of process.argv.slice(2)) for (let i=0;i<2;i++) {
  const r = await lighthouse(program.url + path, { port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] });
  const a = r!.lhr.audits as any;
  console.log(path, a['largest-contentful-paint'].numericValue, JSON.stringify(a['lcp-breakdown-insight']?.details?.items?.map((x:any)=>x.items??x.snippet), null, 0)?.slice(0,1500));
  if (i===0) for (const x of a['network-requests'].details.items) console.log('  ', Math.round(x.networkRequestTime), Math.round(x.networkEndTime), x.priority, x.transferSize, x.resourceType, x.url.slice(-60));
}
await browser.close(); await program.stop();
