// SPDX-License-Identifier: MIT
#include "morph/gl/renderer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <glm/common.hpp>
#include <glm/matrix.hpp>
#include <span>
#include <utility>

#include "interface.glsl"
#include "morph/gl/detail/crowd.h"
#include "morph/gl/detail/draw_state.h"
#include "morph/gl/detail/environment.h"
#include "morph/gl/detail/material_maps.h"
#include "morph/gl/detail/morph_binding.h"
#include "morph/gl/detail/morph_pass.h"
#include "morph/gl/detail/primitive_buffers.h"
#include "morph/gl/detail/program_cache.h"
#include "morph/gl/detail/readback.h"
#include "morph/gl/detail/skin_buffers.h"
#include "morph/gl/detail/texture.h"

namespace morph::gl {

using namespace detail;

namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

/// From so many nodes on one draw for all of them is worth the texture, unless it is asked for.
constexpr std::uint32_t kCrowd = 8;

/// One primitive as one node shows it.
struct Instance {
  Index node = kNoIndex;
  Index primitive = kNoIndex;     // within the node's mesh
  std::uint32_t buffers = kNone;  // into State::buffers; kNone: no vertices
  std::uint32_t binding = kNone;  // into State::bindings; kNone: nothing is morphed
  Index skin = kNoIndex;          // kNoIndex: it follows its node
  std::uint32_t crowd = kNone;    // into State::crowds; kNone: it is drawn alone
};

/// Values of a primitive's vertices, as one node shows it.
struct Heat {
  Buffer values;
  TextureHandle texture;
};

struct DrawItem {
  std::uint32_t instance = 0;
  std::uint32_t crowd = kNone;  // that draws it in this frame
  bool blended = false;
  float distance = 0.0f;  // along the line of sight
};

/// Opaque and masked items as they come, then blended ones from far to near.
bool drawn_before(const DrawItem& a, const DrawItem& b) {
  if (a.blended != b.blended) return b.blended;
  if (a.blended && a.distance != b.distance) return a.distance > b.distance;
  return a.instance < b.instance;
}

}  // namespace

struct Renderer::State {
  State(const Context& context, const Scene& from, TextureSet set, SkinBuffers joints,
        Environment light)
      : api(&context.api()),
        scene(&from),
        textures(std::move(set)),
        skins(std::move(joints)),
        environment(std::move(light)),
        programs(api->gl),
        pass(api->gl) {}

  [[nodiscard]] const Primitive& primitive_of(const Instance& instance) const {
    return scene->mesh_of(instance.node)->primitives[instance.primitive];
  }

  Result<void> upload_meshes();
  void note_unread_texcoords(const PrimitiveBuffers& made);
  void make_instances();
  void make_crowds();
  Result<void> update_skins();
  [[nodiscard]] glm::mat4 mesh_to_world(const Instance& instance) const;
  [[nodiscard]] float distance_of(const Instance& instance, const Pose& pose, const View& view);
  void collect(const Pose& pose, const View& view);
  Result<void> morph_items(const Pose& pose, const View& view);
  bool morph_crowd(std::uint32_t crowd, const Pose& pose, const View& view);
  Result<void> draw_items(const View& view, bool edges);
  Result<void> draw_item(const DrawItem& item, const View& view, bool edges);
  Result<PrimitiveReport> update(const Instance& instance, const Pose& pose, MorphPathWish wish,
                                 NormalsMode normals, Workers* workers);
  Result<const Program*> program_for(const ProgramKey& key);
  void note(const Error& fault);

  const Context::Api* api;
  const Scene* scene;
  TextureSet textures;
  SkinBuffers skins;
  Environment environment;
  ProgramCache<ProgramKey, Program> programs;
  MorphPass pass;
  std::vector<PrimitiveBuffers> buffers;           // of all primitives with vertices
  std::vector<VertexArrayHandle> vertex_arrays;    // beside `buffers`, for what is not morphed
  std::vector<std::vector<std::uint32_t>> places;  // [meshes][primitives] into both
  std::vector<MorphBinding> bindings;
  std::vector<Crowd> crowds;
  std::vector<Instance> instances;
  std::vector<std::uint32_t> first_instance;  // [nodes + 1]
  std::vector<Heat> heats;                    // [instances], or empty
  RendererCounters counters;

  // Of one frame; they keep their memory.
  std::vector<glm::mat4> globals;
  std::vector<ActiveTarget> active;
  std::vector<DrawItem> items;
  std::vector<std::vector<std::uint32_t>> members;  // [crowds] into items
  std::vector<PrimitiveReport> reports;

  std::vector<Error> faults;
};

Result<void> Renderer::State::upload_meshes() {
  for (const Mesh& mesh : scene->meshes()) {
    auto& place = places.emplace_back();
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.vertex_count() == 0) {
        place.push_back(kNone);
        continue;
      }
      auto made = PrimitiveBuffers::create(*api, primitive, scene->material_of(primitive));
      if (!made) return made.error();
      note_unread_texcoords(*made);
      place.push_back(static_cast<std::uint32_t>(buffers.size()));
      vertex_arrays.push_back(made->make_vertex_array());
      buffers.push_back(std::move(made).value());
    }
  }
  return {};
}

/// For what find_maps leaves out.
void Renderer::State::note_unread_texcoords(const PrimitiveBuffers& made) {
  const Primitive& primitive = made.primitive();
  const Material& material = scene->material_of(primitive);
  for (std::size_t map = 0; map < map_count(material); ++map) {
    const TextureUse& use = map_of(material, map);
    if (use.texture == kNoIndex) continue;
    const MorphAttribute set = texcoord_attribute(use.texcoord);
    if (!primitive.has(set) || made.layout().base.has(set)) continue;
    note({ErrorCode::limit_exceeded, "",
          "a material reads more sets of texture coordinates than fit beside " +
              std::to_string(primitive.joint_sets.size()) + " sets of joints; the textures of " +
              "TEXCOORD_" + std::to_string(use.texcoord) + " are left out"});
  }
}

/// After upload_meshes, because bindings point at the buffers.
void Renderer::State::make_instances() {
  for (Index node = 0; node < scene->nodes().size(); ++node) {
    first_instance.push_back(static_cast<std::uint32_t>(instances.size()));
    const Index mesh = scene->nodes()[node].mesh;
    if (mesh == kNoIndex) continue;
    for (Index p = 0; p < places[mesh].size(); ++p) {
      Instance instance{node, p, places[mesh][p], kNone, kNoIndex};
      if (!scene->meshes()[mesh].primitives[p].joint_sets.empty()) {
        instance.skin = scene->nodes()[node].skin;
      }
      if (instance.buffers != kNone && !buffers[instance.buffers].morphed().empty()) {
        instance.binding = static_cast<std::uint32_t>(bindings.size());
        bindings.emplace_back(*api, buffers[instance.buffers]);
      }
      instances.push_back(instance);
    }
  }
  first_instance.push_back(static_cast<std::uint32_t>(instances.size()));
  make_crowds();
  items.reserve(instances.size());
  reports.reserve(instances.size());
  globals.resize(scene->nodes().size());
}

/// One for each primitive that several nodes show, where their order does not matter.
void Renderer::State::make_crowds() {
  std::vector<std::uint32_t> shown(buffers.size(), 0);
  std::vector<std::uint32_t> crowd_of(buffers.size(), kNone);
  const auto joins = [&](const Instance& instance) {
    return instance.binding != kNone && instance.skin == kNoIndex &&
           scene->material_of(primitive_of(instance)).alpha_mode != AlphaMode::blend;
  };
  for (const Instance& instance : instances) {
    if (joins(instance)) shown[instance.buffers] += 1;
  }
  for (Instance& instance : instances) {
    if (!joins(instance) || shown[instance.buffers] < 2) continue;
    std::uint32_t& crowd = crowd_of[instance.buffers];
    if (crowd == kNone) {
      crowd = static_cast<std::uint32_t>(crowds.size());
      crowds.emplace_back(*api, buffers[instance.buffers]);
    }
    instance.crowd = crowd;
  }
  members.resize(crowds.size());
}

Result<void> Renderer::State::update_skins() {
  for (Index skin = 0; skin < scene->skins().size(); ++skin) {
    if (skins.update(skin, globals)) continue;
    return Error{ErrorCode::graphics, "", "the driver has no memory for the joints of a skin"};
  }
  return {};
}

/// Of a skinned instance: where the joint that pulls most takes it. What winding is judged by.
glm::mat4 Renderer::State::mesh_to_world(const Instance& instance) const {
  if (instance.skin == kNoIndex) return globals[instance.node];
  return skins.matrices(instance.skin)[buffers[instance.buffers].center().lead_joint()];
}

/// Of what is sorted: how far its middle is, as it is morphed and bent in this frame.
float Renderer::State::distance_of(const Instance& instance, const Pose& pose, const View& view) {
  select_active_targets(pose.morph_weights(instance.node), kAllTargets, active);
  const bool skinned = instance.skin != kNoIndex;
  const glm::vec3 center = buffers[instance.buffers].center().at(
      active, skinned ? skins.matrices(instance.skin) : std::span(&globals[instance.node], 1));
  return -(view.world_to_view * glm::vec4(center, 1.0f)).z;
}

/// Fills `items` in drawing order.
void Renderer::State::collect(const Pose& pose, const View& view) {
  items.clear();
  for (const Index node : scene->nodes_of_scene(view.scene)) {
    for (std::uint32_t i = first_instance[node]; i < first_instance[node + 1]; ++i) {
      const Instance& instance = instances[i];
      if (instance.buffers == kNone) continue;
      const Material& material = scene->material_of(primitive_of(instance));
      const bool blended = material.alpha_mode == AlphaMode::blend;
      const float distance = blended ? distance_of(instance, pose, view) : 0.0f;
      items.push_back({i, kNone, blended, distance});
    }
  }
  std::ranges::sort(items, drawn_before);
}

Result<PrimitiveReport> Renderer::State::update(const Instance& instance, const Pose& pose,
                                                MorphPathWish wish, NormalsMode normals,
                                                Workers* workers) {
  select_active_targets(pose.morph_weights(instance.node), kAllTargets, active);
  PrimitiveReport report;
  if (instance.binding != kNone) {
    MorphBinding& binding = bindings[instance.binding];
    auto updated = binding.update(active, wish, normals, workers, pass, counters);
    if (!updated) return updated.error();
    report = *updated;
    if (binding.fault()) note(*binding.fault());
    if (buffers[instance.buffers].out_of_memory()) {
      note({ErrorCode::out_of_memory, "",
            "the driver has no memory for more deltas; morph targets are blended on the CPU"});
    }
    if (buffers[instance.buffers].texture_refused()) {
      note({ErrorCode::out_of_memory, "",
            "the deltas do not fit into a texture; morph targets are blended on the CPU"});
    }
  } else {
    report.active = static_cast<std::uint32_t>(active.size());
    report.path = choose_morph_path(0, 0, wish);  // nothing to do on either
  }
  report.node = instance.node;
  report.primitive = instance.primitive;
  return report;
}

void Renderer::State::note(const Error& fault) {
  if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(fault);
}

/// The program, or the simplest one that draws the same vertices.
Result<const Program*> Renderer::State::program_for(const ProgramKey& key) {
  auto program = programs.get(key);
  if (program) return program;
  ProgramKey plain = key;
  plain.lit = plain.masked = plain.normals = plain.tangents = plain.colors = false;
  auto instead = programs.get(plain);
  if (instead) note(program.error());
  return instead;
}

/// Morphs what is shown by many nodes at once, where that is worth it, then the rest. Afterwards
/// nothing more is morphed in this frame, whatever draws it.
Result<void> Renderer::State::morph_items(const Pose& pose, const View& view) {
  for (auto& list : members) list.clear();
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const std::uint32_t crowd = instances[items[i].instance].crowd;
    if (crowd != kNone) members[crowd].push_back(i);
  }
  for (std::uint32_t crowd = 0; crowd < crowds.size(); ++crowd) {
    if (!morph_crowd(crowd, pose, view)) continue;
    for (const std::uint32_t i : members[crowd]) items[i].crowd = crowd;
  }
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (items[i].crowd != kNone) continue;
    const auto report =
        update(instances[items[i].instance], pose, view.morph_path, view.normals, view.workers);
    if (!report) return report.error();
    reports[i] = *report;
  }
  return {};
}

/// false: its members are drawn one by one.
bool Renderer::State::morph_crowd(std::uint32_t crowd, const Pose& pose, const View& view) {
  const std::vector<std::uint32_t>& shown = members[crowd];
  const bool asked = view.morph_path == MorphPathWish::texture;
  if (!asked && view.morph_path != MorphPathWish::automatic) return false;
  if (shown.size() < (asked ? 2 : kCrowd) || view.normals != NormalsMode::file) return false;
  if (view.shading == Shading::heatmap) return false;  // values belong to the node
  const auto to_view = [&](std::uint32_t i) {
    return view.world_to_view * mesh_to_world(instances[items[i].instance]);
  };
  const bool mirrored = is_mirrored(to_view(shown.front()));
  const auto differs = [&](std::uint32_t i) { return is_mirrored(to_view(i)) != mirrored; };
  if (std::ranges::any_of(shown, differs)) return false;
  if (!crowds[crowd].begin(static_cast<std::uint32_t>(shown.size()), counters)) return false;
  for (const std::uint32_t i : shown) {
    const Instance& instance = instances[items[i].instance];
    select_active_targets(pose.morph_weights(instance.node), kAllTargets, active);
    crowds[crowd].add(active, to_view(i));
    PrimitiveReport report;
    report.node = instance.node;
    report.primitive = instance.primitive;
    report.path = MorphPath::texture;
    report.active = static_cast<std::uint32_t>(active.size());
    report.slots = buffers[instance.buffers].slots();
    report.texture_layers = crowds[crowd].deltas().layers();
    reports[i] = report;
  }
  return crowds[crowd].update(pass, counters);
}

Result<void> Renderer::State::draw_item(const DrawItem& item, const View& view, bool edges) {
  const Instance& instance = instances[item.instance];
  const Primitive& primitive = primitive_of(instance);
  const Material& material = scene->material_of(primitive);
  const PrimitiveBuffers& geometry = buffers[instance.buffers];
  const Crowd* const crowd = item.crowd == kNone ? nullptr : &crowds[item.crowd];
  ProgramKey key = edges ? edges_key(geometry.layout())
                         : shading_key(geometry.layout(), primitive, material, view.shading);
  key.instances = crowd != nullptr;
  const auto program = program_for(key);
  if (!program) return program.error();

  const Gl& gl = api->gl;
  const MapPlaces maps = find_maps(material, geometry.layout(), textures, view.shading);
  const glm::mat4 mesh_to_view = view.world_to_view * mesh_to_world(instance);
  const bool mirrored = is_mirrored(mesh_to_view);
  set_blending(gl, edges || item.blended);
  set_culling(gl, material, mirrored);
  gl.UseProgram((*program)->handle.name());
  // A skin leaves its vertices in the world.
  set_uniforms(gl, **program, view, instance.skin != kNoIndex ? view.world_to_view : mesh_to_view,
               mirrored, material, maps);
  if (edges) set_edge_uniforms(gl, **program);
  const GLuint heat = heats.empty() ? 0 : heats[item.instance].texture.name();
  const bool hot = heat != 0 && view.shading == Shading::heatmap && view.hottest > 1e-37f;
  gl.Uniform1f((*program)->heat_scale, hot ? 1.0f / view.hottest : 0.0f);
  bind_buffer_texture(gl, MORPH_UNIT_HEAT, heat);
  skins.bind(instance.skin);
  bind_maps(material, maps, textures);
  if (crowd != nullptr) crowd->bind(**program);
  const bool alone = crowd == nullptr && instance.binding != kNone;
  gl.BindVertexArray(alone ? bindings[instance.binding].vertex_array()
                           : vertex_arrays[instance.buffers].name());
  geometry.draw(crowd != nullptr ? crowd->instances() : 1);
  if (crowd != nullptr) crowd->unbind();
  counters.draws += 1;
  return {};
}

Result<void> Renderer::State::draw_items(const View& view, bool edges) {
  if (edges) begin_edges(api->gl);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const DrawItem& item = items[i];
    if (edges && primitive_of(instances[item.instance]).mode < PrimitiveMode::triangles) continue;
    if (item.crowd != kNone && members[item.crowd].front() != i) continue;  // drawn with the first
    if (auto drawn = draw_item(item, view, edges); !drawn) return drawn;
  }
  return {};
}

glm::vec3 heat_color(float value) {
  constexpr std::array kColors = {MORPH_HEAT_COLORS(glm::vec3)};
  const float place = std::clamp(value, 0.0f, 1.0f) * static_cast<float>(kColors.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), kColors.size() - 2);
  const glm::vec3 color =
      glm::mix(kColors[first], kColors[first + 1], place - static_cast<float>(first));
  constexpr auto kFade = static_cast<float>(MORPH_HEAT_FADE);
  return glm::mix(glm::vec3(MORPH_HEAT_STILL), color, glm::smoothstep(0.0f, kFade, value));
}

Result<Renderer> Renderer::create(const Context& context, const Scene& scene) {
  auto textures = TextureSet::create(context.api(), scene);
  if (!textures) return textures.error();
  auto skins = SkinBuffers::create(context.api().gl, scene);
  if (!skins) return Error{ErrorCode::graphics, "", "the driver has no memory for the joints"};
  auto light = Environment::create(context.api().gl, studio_light());
  if (!light) return Error{ErrorCode::graphics, "", "the driver has no memory for the light"};
  auto state = std::make_unique<State>(context, scene, std::move(textures).value(),
                                       std::move(skins).value(), std::move(*light));
  if (auto uploaded = state->upload_meshes(); !uploaded) return uploaded.error();
  state->make_instances();
  return Renderer(std::move(state));
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() = default;

Result<void> Renderer::draw(const Pose& pose, const View& view) {
  State& state = *state_;
  assert(pose.transforms().size() == state.scene->nodes().size());
  assert(view.scene < state.scene->scenes().size());
  state.reports.clear();
  if (view.size.x <= 0 || view.size.y <= 0) return {};
  const Gl& gl = state.api->gl;
  global_matrices(*state.scene, pose, state.globals);
  Result<void> drawn = state.update_skins();
  if (!drawn) return drawn;
  state.collect(pose, view);
  state.reports.resize(state.items.size());
  set_frame_state(gl, view);  // the morphing pass runs in it, too
  drawn = state.morph_items(pose, view);
  begin_frame(gl, view);
  state.environment.bind();
  if (drawn) drawn = state.draw_items(view, false);
  if (drawn && view.wireframe) drawn = state.draw_items(view, true);
  gl.BindVertexArray(0);
  gl.UseProgram(0);
  for (GLuint map = 0; map < MORPH_MAP_COUNT; ++map) state.textures.unbind(MORPH_UNIT_MAPS + map);
  state.environment.unbind();
  state.skins.bind(kNoIndex);
  bind_buffer_texture(gl, MORPH_UNIT_HEAT, 0);
  end_frame(gl);
  return drawn;
}

const std::vector<PrimitiveReport>& Renderer::reports() const { return state_->reports; }

std::span<const Error> Renderer::faults() const { return state_->faults; }

const RendererCounters& Renderer::counters() const {
  state_->counters.programs = state_->programs.compiled() + state_->pass.compiled();
  return state_->counters;
}

Result<void> Renderer::set_heat(Index node, Index primitive, std::span<const float> values) {
  State& state = *state_;
  const std::uint32_t number = state.first_instance[node] + primitive;
  assert(number < state.first_instance[node + 1] && !values.empty());
  assert(values.size() == state.primitive_of(state.instances[number]).vertex_count());
  state.heats.resize(state.instances.size());
  Heat& heat = state.heats[number];
  const Gl& gl = state.api->gl;
  bool written = values.size() <= state.api->info.max_buffer_texels;
  if (written && heat.values) {
    written = heat.values.rewrite<float>(
        [&](std::span<float> out) { std::ranges::copy(values, out.begin()); });
  } else if (written) {
    auto buffer = Buffer::create(gl, values, GL_STREAM_DRAW);
    written = buffer.has_value();
    if (written) {
      heat.values = std::move(*buffer);
      heat.texture = make_buffer_texture(gl, GL_R32F, heat.values);
    }
  }
  if (written) return {};
  return Error{ErrorCode::graphics, "", "the driver has no room for the values of a heatmap"};
}

Result<MorphedVertices> Renderer::read_back(const Pose& pose, Index node, Index primitive,
                                            MorphPathWish wish, NormalsMode normals) {
  State& state = *state_;
  const Instance& instance = state.instances[state.first_instance[node] + primitive];
  assert(instance.node == node && instance.primitive == primitive);
  const Primitive& source = state.primitive_of(instance);
  MorphedVertices vertices = unmorphed_vertices(source);
  const FramebufferBinding before(state.api->gl);
  const auto report = state.update(instance, pose, wish, normals, nullptr);
  if (!report) return report.error();
  vertices.report = *report;
  if (instance.binding != kNone) state.bindings[instance.binding].read(vertices);
  add_flat_normals(source, vertices);
  return vertices;
}

}  // namespace morph::gl
