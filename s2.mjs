import {writeFileSync} from 'node:fs';
export default async (page,{out,base})=>{ await page.goto(base+'#/teacher'); await page.waitForTimeout(3000); await page.screenshot({path:out+'/t1.png'}); await page.screenshot({path:out+'/t1full.png',fullPage:true});
console.log(page.url(), await page.evaluate(()=>document.body.innerText));
console.log(JSON.stringify(await page.evaluate(()=>[...document.querySelectorAll('main a, a')].map(a=>[a.innerText,a.getAttribute('href')])),null,0));
console.log(JSON.stringify(await page.evaluate(()=>[...document.querySelectorAll('button,input,select,textarea')].map(a=>[a.tagName,a.type,a.innerText.slice(0,40),a.name,a.id])),null,0));
}
