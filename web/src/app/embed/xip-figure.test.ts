import { describe, expect, test } from 'vitest';
import { isLight, placeOf } from './xip-figure.ts';

const SITE = 'https://xip.example/scope/';
const HOST = 'https://blog.example';

describe('where a figure of <xip-figure> lives', () => {
  test.each([
    ['#/play?v=1&spec=a', 'https://xip.example/scope/#/embed/play?v=1&spec=a&host=https://blog.example'],
    ['#/embed/play?v=1&spec=a', 'https://xip.example/scope/#/embed/play?v=1&spec=a&host=https://blog.example'],
    ['#/lab/ladder', 'https://xip.example/scope/#/embed/lab/ladder?host=https://blog.example'],
    ['#/', 'https://xip.example/scope/#/embed/?host=https://blog.example'],
    ['#/embed?v=1&idle=0', 'https://xip.example/scope/#/embed?v=1&idle=0&host=https://blog.example'],
    ['https://other.example/#/play?v=1', 'https://other.example/#/embed/play?v=1&host=https://blog.example'],
    ['#/play?v=1&host=https://evil.example', 'https://xip.example/scope/#/embed/play?v=1&host=https://blog.example'],
  ])('%s', (src, frame) => expect(placeOf(src, SITE, HOST)?.frame).toBe(frame));
  test('its whole page shows all of it, to anybody', () => {
    expect(placeOf('#/embed/play?v=1&at=2&show=lanes', SITE, HOST)).toMatchObject({
      whole: 'https://xip.example/scope/#/play?v=1&at=2',
      origin: 'https://xip.example',
    });
    expect(placeOf('#/embed', SITE, HOST)?.whole).toBe('https://xip.example/scope/#/');
  });
  test('a theme is the frame’s, and only one; the whole page keeps the reader’s', () => {
    expect(placeOf('#/play?v=1&theme=dark', SITE, 'null', 'light')?.frame).toBe(
      'https://xip.example/scope/#/embed/play?v=1&theme=light',
    );
    expect(placeOf('#/play?v=1', SITE, 'null', 'light')?.whole).toBe('https://xip.example/scope/#/play?v=1');
  });
  test('in a file, which has no origin, no host is named', () =>
    expect(placeOf('#/play?v=1', SITE, 'null')?.frame).toBe('https://xip.example/scope/#/embed/play?v=1'));
  test.each([
    ['javascript:alert(1)//#/play'],
    ['data:text/html,#/play'],
    ['play'],
    [''],
    ['#play'],
    ['https://[#/play'],
  ])('%s names none', (src) => expect(placeOf(src, SITE, HOST)).toBeNull());
});

describe('the page around it is dark where its letters are light', () => {
  test.each([
    ['rgb(255, 255, 255)', true],
    ['rgb(34, 34, 34)', false],
    ['rgba(230, 230, 230, 0.9)', true],
    ['oklch(0.92 0.01 90)', true],
    ['oklch(0.3 0.2 90)', false],
    ['lab(20 1 1)', false],
    ['lch(90 1 1)', true],
    ['color(srgb 0.1 0.1 0.1)', false],
    ['color(display-p3 0.9 0.9 0.9)', true],
    ['', false],
  ])('%s', (color, light) => expect(isLight(color)).toBe(light));
});
