// Shows the rows of the page in Grafana's flame graph component, looks at it as a person would, and writes down what there is.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createTheme, toDataFrame } from '@grafana/data';
import { FlameGraph } from '@grafana/flamegraph';

const given = (id) => JSON.parse(document.getElementById(id).textContent);
const panel = document.getElementById('panel');
const theme = createTheme({ colors: { mode: 'dark' } });

function show() {
  // What a data source for JSON makes of an array of rows; the unit is the panel's option.
  const data = toDataFrame(given('rows'));
  for (const field of data.fields) {
    if (field.name === 'value' || field.name === 'self') {
      field.config.unit = given('unit');
    }
  }
  createRoot(panel).render(createElement(FlameGraph, { data, getTheme: () => theme, disableCollapsing: true }));
}

const pixels = () => {
  const canvas = panel.querySelector('canvas');
  return canvas && canvas.width && canvas.height ? canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data : undefined;
};

/** How many pixels are painted, and how many of them with a colour: what a search leaves out is grey. */
const painting = (data) => {
  let painted = 0;
  let coloured = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3]) {
      painted++;
      const channels = [data[i], data[i + 1], data[i + 2]];
      coloured += Math.max(...channels) - Math.min(...channels) > 40 ? 1 : 0;
    }
  }
  return { painted, coloured };
};

const table = () =>
  [...panel.querySelectorAll('[data-testid="topTable"] [role="row"]')]
    .map((row) => [...row.querySelectorAll('[role="cell"], [role="gridcell"]')].map((cell) => cell.textContent).filter((text) => text))
    .filter((row) => row.length);

async function until(what, condition) {
  for (let i = 0; i < 400; i++) {
    const found = condition();
    if (found) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`never: ${what}`);
}

/** As typing does: React listens to the event, and asks the element for its value. */
function type(text) {
  const field = panel.querySelector('input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

async function look() {
  show();
  const found = {};
  const first = await until('the canvas is painted', () => {
    const data = pixels();
    return data && painting(data).painted > 0 ? data : undefined;
  });
  found.rows = await until('the table has rows', () => (table().length ? table() : undefined));
  found.canvas = painting(first);
  type(given('search'));
  found.searched = await until('the search leaves fewer rows', () => (table().length < found.rows.length ? table() : undefined));
  const other = await until('the search changes the canvas', () => {
    const data = pixels();
    return data && data.length === first.length && data.some((value, at) => value !== first[at]) ? data : undefined;
  });
  found.highlighted = painting(other);
  return found;
}

const write = (found) => {
  const text = document.createElement('script');
  text.id = 'found';
  text.type = 'application/json';
  text.textContent = JSON.stringify(found).replaceAll('<', '\\u003c');
  document.body.append(text);
};
addEventListener('error', (event) => write({ error: event.message }));
look().then(write, (error) => write({ error: `${error}`, text: panel.innerText }));
