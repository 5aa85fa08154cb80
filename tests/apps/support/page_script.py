# SPDX-FileCopyrightText: 2026 The Skua authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the script of a report's page without a browser: just enough of a document for it."""

import json
import shutil
import subprocess

from support.program import expect

# node -e STUB PAGE prints what the script has drawn, as JSON.
STUB = r"""
const html = require('fs').readFileSync(process.argv[1], 'utf8');
const json = html.match(/id="report">([^]*?)<\/script>/)[1];
const script = html.match(/<script>([^]*?)<\/script>/)[1];
const drawn = { headings: [], values: [], paths: 0, rectangles: 0 };
class Node {
  constructor(tag) {
    this.tag = tag; this.children = []; this.attributes = {}; this.style = {}; this.clientWidth = 800;
    this.textContent = '';
  }
  setAttribute(name, value) {
    if (/NaN|undefined/.test(String(value))) throw Error(this.tag + ' ' + name + ' ' + value);
    this.attributes[name] = String(value);
  }
  append(...nodes) { for (const node of nodes) {
    if (typeof node === 'object') node.parentElement = this;
    this.children.push(node);
  } }
  replaceChildren(...nodes) { this.children = []; this.append(...nodes); }
  addEventListener() {}
  getContext() {
    return { scale() {}, fillText() {}, fillRect(...a) {
      if (a.some(v => !Number.isFinite(v))) throw Error('fillRect ' + a);
      ++drawn.rectangles;
    } };
  }
}
global.Node = Node;
const content = new Node('div');
const body = new Node('body');
global.document = {
  getElementById: id => id === 'report' ? { textContent: json } : content,
  createElement: tag => new Node(tag), createElementNS: (space, tag) => new Node(tag), body: body,
  documentElement: new Node('html') };
global.window = { addEventListener() {}, matchMedia: () => ({ addEventListener() {} }) };
global.getComputedStyle = () => ({ getPropertyValue: () => '#000' });
new Function(script)();
const text = node => typeof node === 'string' ? node : node.children.map(text).join('');
function walk(node) {
  if (typeof node === 'string') return;
  if (node.tag === 'h2') drawn.headings.push(text(node));
  if (node.tag === 'path') ++drawn.paths;
  if ('data-value' in node.attributes) drawn.values.push(Number(node.attributes['data-value']));
  node.children.forEach(walk);
}
walk(content);
console.log(JSON.stringify(drawn));
"""


def has_node():
    if not shutil.which("node"):
        print("skipped: node is not installed")
        return False
    return True


def run_node(script, *words):
    """What the script prints, read as JSON."""
    command = ["node", "-e", script, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    expect(done.returncode == 0 and done.stderr == "", f"{done.stderr[-2000:]}")
    return json.loads(done.stdout)


class Known:
    """The numbers of a document, and the shares and differences of two of them that the page shows."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __contains__(self, value):
        return any(abs(value - known) <= 1e-12 * max(1, abs(known)) for known in self.numbers)


def numbers_of_json(document):
    numbers = set()

    def walk(item):
        if isinstance(item, dict):
            for part in item.values():
                walk(part)
        elif isinstance(item, list):
            for part in item:
                walk(part)
        elif isinstance(item, (int, float)) and not isinstance(item, bool):
            numbers.add(float(item))

    for run in document["runs"]:
        walk({name: part for name, part in run.items() if name not in ("timeline", "parallelism")})
        numbers.add(float(run["parallelism"]["average"]))
        for time in [run["time"]] + [place["time"] for place in run["places"]]:
            parts = [time[name] for name in ("work", "overhead", "search", "sleep", "wait")]
            parts += time["waits"].values()
            parts.append(time["search"] + time["sleep"] + time["wait"])
            numbers.update(part / time["total"] for part in parts if time["total"] > 0)
        numbers.update(phase["end"] - phase["begin"] for phase in run["span"]["serial_phases"])
    walk(document["comparison"])
    return Known(numbers)
