// SPDX-License-Identifier: MIT
// The page of three_alpha.mjs: window.draw(url, clip, time, size) gives the alpha of each pixel, base64.

import * as THREE from 'three';
import { GLTFLoader } from '/npm/three/examples/jsm/loaders/GLTFLoader.js';
import { MeshoptDecoder } from '/npm/three/examples/jsm/libs/meshopt_decoder.module.js';

const renderer = new THREE.WebGLRenderer({ alpha: true, antialias: false, preserveDrawingBuffer: true });
renderer.setPixelRatio(1);
renderer.setClearColor(0x000000, 0);

function namedCamera(gltf) {
  const camera = gltf.cameras.find(({ name }) => name === 'silhouette');
  camera.aspect = 1;
  camera.updateProjectionMatrix();
  return camera;
}

function hold(gltf, clip, time) {
  if (clip === null) return;
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[clip]);
  action.setLoop(THREE.LoopOnce);  // the last key is not the first of the next round
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(time);
}

// Rows from top to bottom.
function readAlpha(size) {
  const gl = renderer.getContext();
  const pixels = new Uint8Array(size * size * 4);
  gl.readPixels(0, 0, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let text = '';
  for (let y = size - 1; y >= 0; --y) {
    const row = new Uint8Array(size);
    for (let x = 0; x < size; ++x) row[x] = pixels[(y * size + x) * 4 + 3];
    text += String.fromCharCode(...row);
  }
  return btoa(text);
}

window.draw = async (url, clip, time, size) => {
  const loader = new GLTFLoader();
  loader.setMeshoptDecoder(MeshoptDecoder);
  const gltf = await loader.loadAsync(url);
  const scene = new THREE.Scene();
  scene.add(gltf.scene);
  // Lit materials get black without light, which alpha does not care for.
  gltf.scene.traverse((object) => { object.frustumCulled = false; });
  hold(gltf, clip, time);
  renderer.setSize(size, size, false);
  renderer.render(scene, namedCamera(gltf));
  const alpha = readAlpha(size);
  renderer.renderLists.dispose();
  return alpha;
};
