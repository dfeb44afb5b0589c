//! Import circles between files.
//!
//! A file imports another if it names something defined there, outside its tests. A `pub use` only
//! re-exports a name: its users import the file where it is defined.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{ModulePath, Source};

/// For each file, named by its module, the files that it imports, with a line that does.
pub(crate) type Graph = BTreeMap<ModulePath, BTreeMap<ModulePath, usize>>;

/// The graph of all files.
pub(crate) fn graph(sources: &[Source]) -> Graph {
    let by_module: BTreeMap<&[String], &Source> =
        sources.iter().map(|source| (source.module.as_slice(), source)).collect();
    let imports = |source: &Source| {
        let needed = source.imports.iter().filter(|import| !import.is_test && !import.is_reexport);
        needed
            .map(|import| (defining_file(&by_module, &import.path, 0), import.line))
            .filter(|(file, _)| *file != source.module)
            .collect()
    };
    sources.iter().map(|source| (source.module.clone(), imports(source))).collect()
}

/// The file that defines what a path names: re-exports are followed.
fn defining_file(
    sources: &BTreeMap<&[String], &Source>,
    path: &[String],
    depth: usize,
) -> ModulePath {
    let mut module = Vec::new();
    for (index, segment) in path.iter().enumerate() {
        let child = [module.as_slice(), std::slice::from_ref(segment)].concat();
        if sources.contains_key(child.as_slice()) {
            module = child;
            continue;
        }
        let target = sources.get(module.as_slice()).and_then(|file| file.names.get(segment));
        return match target {
            Some(target) if depth < 8 && target != path => {
                let rest = &path[index + 1..];
                defining_file(sources, &[target.as_slice(), rest].concat(), depth + 1)
            }
            _ => module,
        };
    }
    module
}

/// The groups of files that import each other, directly or in a circle.
pub(crate) fn circles(graph: &Graph) -> Vec<BTreeSet<ModulePath>> {
    let reach: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> =
        graph.keys().map(|file| (file, reachable(graph, file))).collect();
    let mut found: Vec<BTreeSet<ModulePath>> = Vec::new();
    for file in graph.keys().filter(|file| reach[file].contains(file)) {
        if found.iter().any(|circle| circle.contains(file)) {
            continue;
        }
        let back = reach[file].iter().filter(|other| reach[**other].contains(file));
        found.push(back.map(|other| (*other).clone()).collect());
    }
    found
}

fn reachable<'a>(graph: &'a Graph, file: &ModulePath) -> BTreeSet<&'a ModulePath> {
    let mut seen = BTreeSet::new();
    let mut left: Vec<&ModulePath> = graph[file].keys().collect();
    while let Some(next) = left.pop() {
        if seen.insert(next) {
            left.extend(graph.get(next).into_iter().flat_map(BTreeMap::keys));
        }
    }
    seen
}
